import { sql } from 'kysely'
import sharp from 'sharp'
import type { Filled } from '../lib/engines.ts'
import { idOf } from '../lib/fill-rows.ts'

const OWNER = idOf('developer', 0)

/** Uploads a picture and uses it for all filled projects, whose own pictures do not exist. */
export async function addPictures({ db, signIn }: Filled, url: string): Promise<void> {
  const token = await signIn(OWNER, 'developer')
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await drawing())], { type: 'image/jpeg' }), 'cover.jpg')
  const response = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { secure_urls } = await response.json()
  const stored = new URL(secure_urls[0]).pathname
  await sql`update projects set gallery = ${JSON.stringify([stored])} where gallery_size = 1`.execute(db)
}

/** About the bytes of a screenshot. */
const drawing = () =>
  sharp({
    create: {
      width: 1280,
      height: 800,
      channels: 3,
      background: '#1d6f5c',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .blur(3)
    .jpeg()
    .toBuffer()
