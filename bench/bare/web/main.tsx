// The floor of a page's JavaScript: React, router and query cache, used as in the product.
import { hydrate, QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, Link, Outlet, ScrollRestoration, useParams } from 'react-router'
import { RouterProvider } from 'react-router/dom'

const queryClient = new QueryClient()
hydrate(queryClient, JSON.parse(document.body.dataset.state ?? '{}'))

function Frame() {
  return (
    <>
      <Link to="/">Home</Link>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

function Thing() {
  const { id } = useParams()
  const thing = useQuery({ queryKey: [id], queryFn: async () => (await fetch(`/api/${id}`)).text() })
  const change = useMutation({ mutationFn: () => fetch(`/api/${id}`, { method: 'POST' }) })
  return (
    <button type="button" onClick={() => change.mutate()}>
      {thing.data}
    </button>
  )
}

const router = createBrowserRouter([
  {
    element: <Frame />,
    children: [{ path: '/:id', loader: () => null, lazy: async () => ({ Component: Thing }) }],
  },
])

const app = document.getElementById('app')
if (app) {
  hydrateRoot(
    app,
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
