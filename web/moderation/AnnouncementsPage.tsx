import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Announcement,
  createAnnouncement,
  deleteAnnouncement,
  MAX_ANNOUNCEMENT,
} from '#contract/announcements.ts'
import { m } from '#contract/texts.ts'
import { ANNOUNCEMENTS_KEY, allAnnouncementsQuery } from '../announcements/announcements.api.ts'
import { Page } from '../layout/Page.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { formatDate } from '../lib/format.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'
import { CardList } from './CardList.tsx'
import { PasswordField, usePasswordConfirmation } from './password-confirmation.tsx'

/** Publishing and removing announcements (MOD-06). */
export function AnnouncementsPage() {
  const list = useQuery(allAnnouncementsQuery())
  return (
    <Page title={m.announcements_title()} subtitle={m.announcements_page_text()} width="prose">
      <AnnouncementForm />
      <CardList query={list} empty={m.announcements_none()}>
        {(announcement) => <AnnouncementRow announcement={announcement} />}
      </CardList>
    </Page>
  )
}

/** The text stays in the form until it is published. */
function AnnouncementForm() {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const again = usePasswordConfirmation()
  const publishing = useMutation({
    mutationFn: () => again.confirmed<Announcement>(() => request(createAnnouncement, { body: { text } })),
    onSuccess: async (result) => {
      if (isFailure(result)) return
      setText('')
      toast.success(m.announcements_published())
      await queryClient.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY })
    },
  })
  const failure = isFailure(publishing.data) ? publishing.data : undefined
  const length = text.trim().length
  return (
    <Card padding="lg" className="mb-6">
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          publishing.mutate()
        }}
      >
        <Field
          label={m.announcements_text()}
          required
          error={
            length > MAX_ANNOUNCEMENT
              ? m.general_max_characters({ max: MAX_ANNOUNCEMENT })
              : failure?.fields?.text
          }
        >
          <TextArea
            rows={3}
            value={text}
            onChange={({ target }) => setText(target.value)}
            counterMax={MAX_ANNOUNCEMENT}
          />
        </Field>
        <PasswordField again={again} failure={failure} />
        {failure && !failure.fields && <Alert tone="danger">{failure.message}</Alert>}
        <Button
          type="submit"
          loading={publishing.isPending}
          disabled={length === 0 || length > MAX_ANNOUNCEMENT}
        >
          {m.announcements_publish()}
        </Button>
      </form>
    </Card>
  )
}

type AnnouncementRowProps = { announcement: Announcement & { moderator: string } }

function AnnouncementRow({ announcement: { _id, text, createdAt, moderator } }: AnnouncementRowProps) {
  const queryClient = useQueryClient()
  const again = usePasswordConfirmation()
  const removing = useMutation({
    mutationFn: () =>
      again.confirmed<{ message: string }>(() => request(deleteAnnouncement, { params: { id: _id } })),
    onSuccess: async (result) => {
      // 404: already removed by another moderator.
      if (isFailure(result) && result.status !== 404) return
      if (!isFailure(result)) toast.success(result.message)
      await queryClient.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY })
    },
  })
  const failure = isFailure(removing.data) && removing.data.status !== 404 ? removing.data : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        removing.mutate()
      }}
    >
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-sm">{m.announcements_by({ moderator, date: formatDate(createdAt) })}</p>
        <Button type="submit" variant="outline" size="sm" loading={removing.isPending}>
          {m.announcements_remove()}
        </Button>
      </div>
      <PasswordField again={again} failure={failure} />
      {failure && (
        <Alert tone="danger" className="mt-2">
          {failure.message}
        </Alert>
      )}
    </form>
  )
}
