import { queryOptions } from '@tanstack/react-query'
import { getApplicationSettings } from '#contract/applications.ts'
import { getChatSettings } from '#contract/messages.ts'
import { getSettings, getSettingsSummary } from '#contract/settings.ts'
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

/** Invalidated by each change of a value in the list of sections. */
export const SUMMARY_KEY = ['settings', 'summary']

export const settingsSummaryQuery = () =>
  queryOptions({
    queryKey: SUMMARY_KEY,
    queryFn: apiQuery(getSettingsSummary),
    staleTime: 0,
    meta: { personal: true },
  })
