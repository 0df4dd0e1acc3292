import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { FormError } from '../layout/FormError.tsx'
import { createQueryClient } from '../lib/query-client.ts'
import { buildProject } from '../test/portfolio.ts'
import { useProjectForm } from './use-project-form.ts'

afterEach(() => vi.restoreAllMocks())

type Props = Parameters<typeof useProjectForm>[0]

function Form(given: Props) {
  const project = useProjectForm(given)
  return (
    <form onSubmit={project.submit}>
      <FormError form={project.form} />
      <button type="submit">Save</button>
    </form>
  )
}

async function save(onSubmit: Props['onSubmit']) {
  const onSaved = vi.fn()
  const element = <Form project={buildProject()} onSubmit={onSubmit} onSaved={onSaved} />
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  return onSaved
}

test('a form without a submit handler shows an error', { tags: 'ERR-54' }, async () => {
  const onSaved = await save(undefined)
  expect(await screen.findByRole('alert')).toHaveTextContent('No submit handler provided')
  expect(onSaved).not.toHaveBeenCalled()
})

test('an unexpected error shows its own text and is logged', { tags: 'ERR-11' }, async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const surprise = new TypeError('nobody thought of this')
  const onSaved = await save(() => Promise.reject(surprise))
  expect(await screen.findByRole('alert')).toHaveTextContent('Error saving the project')
  expect(error).toHaveBeenCalledWith(surprise)
  expect(onSaved).not.toHaveBeenCalled()
})
