import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { Application } from '#contract/applications.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Offer } from '#contract/offers.ts'
import { texts } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { FormError } from '../layout/FormError.tsx'
import { isFailure } from '../lib/api.ts'
import { useAuth } from '../lib/auth.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'
import { OFFERS_KEY, offerQuery, sendApplication } from './offers.api.ts'

type ApplyDialogProps = { offer: Offer; open: boolean; onOpenChange: (open: boolean) => void }

export default function ApplyDialog({ offer, open, onOpenChange }: ApplyDialogProps) {
  const { profile } = useAuth()
  const queryClient = useQueryClient()
  const formId = useId()
  const form = useContractForm<{ phone: string; coverLetter: string; gdprAccepted: boolean }>(Application, {
    defaultValues: { phone: profile?.phone ?? '', coverLetter: '', gdprAccepted: false },
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = form.formState
  // Not the form's own word: a refusal of the server would count as invalid, and nobody could try again.
  const isComplete = Application.safeParse(useWatch({ control: form.control })).success

  const submit = form.handleSubmit(async ({ gdprAccepted, ...typed }) => {
    if (!gdprAccepted) return
    const result = await sendApplication(offer._id, { ...typed, gdprAccepted })
    if (isFailure(result)) {
      showFailure(form, result)
      // Someone else's change, or our own in another tab: the lists should say so.
      if (result.status === 404 || result.status === 409) await refresh()
      return
    }
    showAsApplied(result.offer)
    onOpenChange(false)
    toast.success(result.msg || texts.offers.applied)
    await refresh()
  })

  /** From the updated offer that the server returns (OFF-26). */
  function showAsApplied(applied: Offer) {
    queryClient.setQueryData(offerQuery(applied._id).queryKey, applied)
    queryClient.setQueriesData<Page<Offer>>(
      { queryKey: [...OFFERS_KEY, 'list'] },
      (page) =>
        page && { ...page, items: page.items.map((item) => (item._id === applied._id ? applied : item)) },
    )
  }

  const refresh = () => queryClient.invalidateQueries({ queryKey: OFFERS_KEY })

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isSubmitting && onOpenChange(next)}
      title="Apply to this Job Offer"
      description={offer.position}
      footer={
        <>
          <Button variant="outline" disabled={isSubmitting} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!isComplete} loading={isSubmitting}>
            Apply
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-5">
        <FormError form={form} />
        <Field
          label="Phone"
          required
          help="With + and the country code, for example +34 600 000 000."
          error={errors.phone?.message}
        >
          <TextInput type="tel" inputMode="tel" autoComplete="tel" {...form.register('phone')} />
        </Field>
        <Field
          label="Cover letter"
          help="Optional. Why you, and why this offer."
          error={errors.coverLetter?.message}
        >
          <TextArea rows={7} autoGrow counterMax={LIMITS.coverLetter} {...form.register('coverLetter')} />
        </Field>
        <Checkbox
          {...form.register('gdprAccepted')}
          label={<GdprText />}
          error={errors.gdprAccepted?.message}
          aria-required
        />
      </form>
    </Dialog>
  )
}

/** The sentence of the contract with its link (DECISION 52). */
function GdprText() {
  const link = 'Privacy Policy'
  const [before, after] = texts.offers.gdpr.split(link)
  return (
    <>
      {before}
      <Link to={paths.privacy()} target="_blank" className="text-link">
        {link}
      </Link>
      {after}
    </>
  )
}
