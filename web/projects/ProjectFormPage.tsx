import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { withoutSubmitting } from '../layout/FormDialog.tsx'
import { FormError } from '../layout/FormError.tsx'
import { LeaveDialog } from '../layout/LeaveDialog.tsx'
import { Page } from '../layout/Page.tsx'
import { RestoredNote } from '../layout/RestoredNote.tsx'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import type { ProjectForm } from './use-project-form.ts'

type ProjectFormPageProps = {
  title: string
  heading?: ReactNode
  project: ProjectForm
  cancelTo: string
}

/** The project form as a page (decision 35). */
export function ProjectFormPage({ title, heading = title, project, cancelTo }: ProjectFormPageProps) {
  return (
    <Page title={title} heading={null}>
      <div className="mx-auto max-w-3xl">
        <h1 className="mb-6 text-3xl md:mb-8 md:text-4xl">{heading}</h1>
        <Card padding="lg">
          <form
            noValidate
            onSubmit={project.submit}
            onKeyDown={project.onlyByButton ? withoutSubmitting : undefined}
            className="space-y-6"
          >
            <RestoredNote persisted={project.persisted} />
            <FormError form={project.form} />
            <ProjectFields project={project} />
            <div className="flex flex-wrap justify-end gap-3 border-line border-t pt-5">
              <Link to={cancelTo} className={buttonStyles({ variant: 'outline' })}>
                {m.general_cancel()}
              </Link>
              <Button
                variant="outline"
                disabled={!project.canSubmit || project.isSubmitting}
                onClick={({ currentTarget }) => {
                  project.second.onPick()
                  currentTarget.form?.requestSubmit()
                }}
              >
                {project.second.label}
              </Button>
              <Button type="submit" disabled={!project.canSubmit} loading={project.isSubmitting}>
                {project.submitLabel}
              </Button>
            </div>
          </form>
          <LeaveDialog guard={project.guard} />
        </Card>
      </div>
    </Page>
  )
}
