import sharp from 'sharp'
import { createExperience } from '#contract/careers.ts'
import { sendSupportTicket } from '#contract/contact.ts'
import { likeProject } from '#contract/likes.ts'
import { sendMessage } from '#contract/messages.ts'
import { uploadImage } from '#contract/uploads.ts'
import { forgotPassword } from '#contract/users.ts'
import { newId } from '../lib/ids.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  type Person,
} from './builders.ts'
import type { TestServer } from './server.ts'
import { upload } from './uploads.ts'

/** A unique word in all of the person's own data. */
export const mark = () => `Zzy${newId().slice(-8)}`

/** The address of a stored picture. */
export async function storePicture(server: TestServer, as: Person): Promise<string> {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
  const { body } = await upload(server, uploadImage, new Uint8Array(png), { as })
  return body.secure_urls[0] ?? ''
}

const chatPicture = async () => {
  const png = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#b9481f' } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** A developer who has used every feature, and related people. */
export async function buildLife(server: TestServer) {
  const word = mark()
  const dev = await buildDeveloper(server, {
    name: word,
    email: `${word.toLowerCase()}@example.com`,
    profile: { description: word, location: word, skills: JSON.stringify([word]), phone: '+34 600 600 600' },
  })
  const friend = await buildDeveloper(server)
  const recruiter = await buildRecruiter(server)
  const offerId = await buildOffer(server, recruiter)
  const [cover, avatar] = [await storePicture(server, dev), await storePicture(server, dev)]
  await server.db
    .updateTable('users')
    .set({ avatar: new URL(avatar).pathname })
    .where('id', '=', dev.id)
    .execute()
  const projectId = await buildProject(server, dev, {
    title: word,
    description: word,
    projectSkills: [word],
    gallery: [new URL(cover).pathname],
    githubProjectLink: `https://github.com/${word}/${word}`,
  })
  await server.db
    .insertInto('repository_cache')
    .values({
      path: `repos/${word}/${word}/languages`.toLowerCase(),
      status: 200,
      body: word,
      fetched_at: '2026-01-01T00:00:00.000Z',
      checked_at: '2026-01-01T00:00:00.000Z',
    })
    .execute()
  await server.call(createExperience, {
    as: dev,
    body: { company: word, position: word, startDate: '2020-01', endDate: '2021-01' },
  })
  await server.call(likeProject, { as: friend, params: { id: projectId } })
  const liked = await buildProject(server, friend)
  await server.call(likeProject, { as: dev, params: { id: liked } })
  await buildApplication(server, offerId, dev, { coverLetter: word })
  const toFriend = { params: { id: friend.id } }
  await server.call(sendMessage, { as: dev, ...toFriend, body: { text: word, image: await chatPicture() } })
  await server.call(sendMessage, { as: friend, params: { id: dev.id }, body: { text: 'Thanks, see you' } })
  await server.call(sendSupportTicket, {
    body: { name: word, email: dev.email, category: 'bug', subject: word, message: word },
  })
  await server.call(forgotPassword, { body: { email: dev.email } })
  await server.jobs.settled()
  return { word, dev, friend, recruiter, offerId, projectId, liked, pictures: [cover, avatar] }
}
