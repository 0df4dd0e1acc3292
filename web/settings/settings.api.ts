import { queryOptions } from '@tanstack/react-query'
import { getChatSettings } from '#contract/messages.ts'
import { getSettings } from '#contract/settings.ts'
import { call } from '../lib/api.ts'

/** The own account, fresh at every opening of a form about it. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(getSettings, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { personal: true },
  })

export const chatSettingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'chat'],
    queryFn: ({ signal }) => call(getChatSettings, { signal }),
    meta: { personal: true },
  })
