import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { Application } from '#contract/applications.ts'
import type { applyToOffer } from '#contract/apply.ts'
import type { Page, ResponseOf } from '#contract/endpoint.ts'
import type { ListedOffer, Offer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { APPLICATIONS_KEY, lastApplicationQuery } from '../applications/own-applications.api.ts'
import { FormDialog } from '../layout/FormDialog.tsx'
import { isFailure } from '../lib/api-failure.ts'
import { useAuth } from '../lib/auth.ts'
import { useSavedForm } from '../lib/use-saved-form.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Rich } from '../ui/Rich.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'
import { OFFERS_KEY, offerQuery, sendApplication } from './offers.api.ts'

type Values = { phone: string; coverLetter: string; gdprAccepted: boolean }

type ApplyDialogProps = { offer: ListedOffer; open: boolean; onOpenChange: (open: boolean) => void }

/** Submit stays disabled until phone and consent are valid (VAL-60 to VAL-62). */
export default function ApplyDialog({ offer, open, onOpenChange }: ApplyDialogProps) {
  const { profile } = useAuth()
  const queryClient = useQueryClient()
  const saved = useSavedForm<Values, ResponseOf<typeof applyToOffer>>({
    schema: Application,
    defaultValues: { phone: profile?.phone ?? '', coverLetter: '', gdprAccepted: false },
    mode: 'onTouched',
    draft: `application:${offer._id}`,
    changes: [OFFERS_KEY, APPLICATIONS_KEY],
    async send(typed) {
      const result = await sendApplication(offer._id, { ...typed, gdprAccepted: true })
      // Already applied, in another tab: the page refetches to show it.
      if (isFailure(result) && result.status === 409) {
        void queryClient.invalidateQueries({ queryKey: OFFERS_KEY })
      }
      return result
    },
    onSaved(result) {
      showAsApplied(result.offer)
      onOpenChange(false)
      toast.success(result.msg || m.offers_applied())
    },
  })
  const { form } = saved
  const { errors, isDirty } = form.formState
  const last = useQuery(lastApplicationQuery())
  const canReuse =
    !isDirty && !saved.persisted.isRestored && last.data !== undefined && last.data.phone !== ''

  /** Suggested, not prefilled: a letter is written for one offer (APPL-11). */
  function reuseLast() {
    if (!last.data) return
    form.setValue('phone', last.data.phone, { shouldDirty: true, shouldValidate: true })
    form.setValue('coverLetter', last.data.coverLetter, { shouldDirty: true })
  }
  // Not the form's isValid: a refusal by the server would count as invalid and block a retry.
  const isComplete = Application.safeParse(useWatch({ control: form.control })).success

  /** Updates the cached offer and lists (OFF-26). */
  function showAsApplied(applied: Offer) {
    queryClient.setQueryData(offerQuery(applied._id).queryKey, applied)
    queryClient.setQueriesData<Page<ListedOffer>>(
      { queryKey: [...OFFERS_KEY, 'list'] },
      (page) =>
        page && { ...page, items: page.items.map((item) => (item._id === applied._id ? applied : item)) },
    )
  }

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.offers_apply_title()}
      description={offer.position}
      submitLabel={m.offers_apply_send()}
      saved={saved}
      canSubmit={isComplete}
    >
      {canReuse && (
        <Button variant="outline" full className="whitespace-normal py-2" onClick={reuseLast}>
          {m.offers_reuse_application()}
        </Button>
      )}
      <Field label={m.offers_phone()} required help={m.offers_phone_hint()} error={errors.phone?.message}>
        <TextInput type="tel" inputMode="tel" autoComplete="tel" {...form.register('phone')} />
      </Field>
      <Field
        label={m.offers_cover_letter()}
        help={m.offers_cover_letter_hint()}
        error={errors.coverLetter?.message}
      >
        <TextArea
          rows={7}
          autoGrow
          counterMax={LIMITS.coverLetter}
          {...form.register('coverLetter')}
          value={form.watch('coverLetter')}
        />
      </Field>
      <Checkbox
        {...form.register('gdprAccepted')}
        label={<GdprText />}
        error={errors.gdprAccepted?.message}
        aria-required
      />
    </FormDialog>
  )
}

/** The consent text with its link (decision 37). */
function GdprText() {
  return (
    <Rich
      text={m.offers_gdpr()}
      parts={{
        link: (words) => (
          <Link to={paths.privacy()} target="_blank" className="text-link">
            {words}
          </Link>
        ),
      }}
    />
  )
}
