import { users } from './0001_users.ts'
import { files } from './0002_files.ts'
import { projects } from './0003_projects.ts'
import { careers } from './0004_careers.ts'
import { offers } from './0005_offers.ts'
import { messages } from './0006_messages.ts'
import { operations } from './0007_operations.ts'
import { search } from './0008_search.ts'
import { fileReferences } from './0009_file_references.ts'
import { erasure } from './0010_erasure.ts'
import { userChanges } from './0011_user_changes.ts'
import { standardNames } from './0012_standard_names.ts'
import { quotaUsage } from './0013_quota_usage.ts'
import { retention } from './0014_retention.ts'
import type { Migration } from './types.ts'

/** In the order in which they run. A migration only moves forward; once released it is not edited. */
export const migrations: Record<string, Migration> = {
  '0001_users': users,
  '0002_files': files,
  '0003_projects': projects,
  '0004_careers': careers,
  '0005_offers': offers,
  '0006_messages': messages,
  '0007_operations': operations,
  '0008_search': search,
  '0009_file_references': fileReferences,
  '0010_erasure': erasure,
  '0011_user_changes': userChanges,
  '0012_standard_names': standardNames,
  '0013_quota_usage': quotaUsage,
  '0014_retention': retention,
}
