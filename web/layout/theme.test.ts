import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setTheme, useTheme } from './theme.ts'

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
})

test('the theme of the system applies until another is chosen; the choice is stored [decision 38]', () => {
  const { result } = renderHook(useTheme)
  expect(result.current).toBe('system')
  act(() => setTheme('dark'))
  expect(result.current).toBe('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  act(() => setTheme('system'))
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(localStorage.getItem('theme')).toBeNull()
})

test('a change in another tab applies to this one [decision 38]', () => {
  const { result } = renderHook(useTheme)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }))
  })
  expect(result.current).toBe('light')
})
