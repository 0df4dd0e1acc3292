import { queryOptions } from '@tanstack/react-query'
import { getApplicationSettings } from '#contract/applications.ts'
import { getChatSettings } from '#contract/messages.ts'
import { getSettings } from '#contract/settings.ts'
import { apiQuery } from '../lib/api-query.ts'

/** The own account, never cached: every form opens with current values. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: apiQuery(getSettings),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { personal: true },
  })

export const applicationSettingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'applications'],
    queryFn: apiQuery(getApplicationSettings),
    meta: { personal: true },
  })

export const chatSettingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'chat'],
    queryFn: apiQuery(getChatSettings),
    meta: { personal: true },
  })
