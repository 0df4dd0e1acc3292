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
import { notifications } from './0015_notifications.ts'
import { jobSchedule } from './0016_job_schedule.ts'
import { offerLife } from './0017_offer_life.ts'
import { applicationLife } from './0018_application_life.ts'
import { serverState } from './0019_server_state.ts'
import { erasureIndexes } from './0020_erasure_indexes.ts'
import { language } from './0021_language.ts'
import { notificationChannels } from './0022_notification_channels.ts'
import { offerEndings } from './0023_offer_endings.ts'
import { quickGrams } from './0024_quick_grams.ts'
import { contactRequests } from './0025_contact_requests.ts'
import { sessionDevices } from './0026_session_devices.ts'
import { moderation } from './0027_moderation.ts'
import { emailAddresses } from './0028_email_addresses.ts'
import { blocks } from './0029_blocks.ts'
import { secondFactors } from './0030_second_factors.ts'
import { jobPayloadIndex } from './0031_job_payload_index.ts'
import { historyRetention } from './0032_history_retention.ts'
import { offerNumbers } from './0033_offer_numbers.ts'
import { moderationLookUps } from './0034_moderation_look_ups.ts'
import { identities } from './0035_identities.ts'
import { missedMails } from './0036_missed_mails.ts'
import { fillSearchTexts, messageChanges } from './0037_message_changes.ts'
import { anyLanguage } from './0038_any_language.ts'
import { verifications } from './0039_verifications.ts'
import { factorTimes } from './0040_factor_times.ts'
import { handles } from './0041_handles.ts'
import { projectDrafts } from './0042_project_drafts.ts'
import { messageFiles } from './0043_message_files.ts'
import { searchPages } from './0044_search_pages.ts'
import { warnedSides } from './0045_warned_sides.ts'
import { deletionIndexes } from './0046_deletion_indexes.ts'
import { applicantsByStage } from './0047_applicants_by_stage.ts'
import { covers, fillCovers } from './0048_covers.ts'
import { codeLanguages } from './0049_code_languages.ts'
import { declinedMessages } from './0050_declined_messages.ts'
import { hiddenWork } from './0051_hidden_work.ts'
import { conversationSearch } from './0052_conversation_search.ts'
import { searchMerges } from './0053_search_merges.ts'
import { fullScans } from './0054_full_scans.ts'
import { galleries } from './0055_galleries.ts'
import type { Migration, Release } from './types.ts'

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
  '0015_notifications': notifications,
  '0016_job_schedule': jobSchedule,
  '0017_offer_life': offerLife,
  '0018_application_life': applicationLife,
  '0019_server_state': serverState,
  '0020_erasure_indexes': erasureIndexes,
  '0021_language': language,
  '0022_notification_channels': notificationChannels,
  '0023_offer_endings': offerEndings,
  '0024_quick_grams': quickGrams,
  '0025_contact_requests': contactRequests,
  '0026_session_devices': sessionDevices,
  '0027_moderation': moderation,
  '0028_email_addresses': emailAddresses,
  '0029_blocks': blocks,
  '0030_second_factors': secondFactors,
  '0031_job_payload_index': jobPayloadIndex,
  '0032_history_retention': historyRetention,
  '0033_offer_numbers': offerNumbers,
  '0034_moderation_look_ups': moderationLookUps,
  '0035_identities': identities,
  '0036_missed_mails': missedMails,
  '0037_message_changes': messageChanges,
  '0038_any_language': anyLanguage,
  '0039_verifications': verifications,
  '0040_factor_times': factorTimes,
  '0041_handles': handles,
  '0042_project_drafts': projectDrafts,
  '0043_message_files': messageFiles,
  '0044_search_pages': searchPages,
  '0045_warned_sides': warnedSides,
  '0046_deletion_indexes': deletionIndexes,
  '0047_applicants_by_stage': applicantsByStage,
  '0048_covers': covers,
  '0049_code_languages': codeLanguages,
  '0050_declined_messages': declinedMessages,
  '0051_hidden_work': hiddenWork,
  '0052_conversation_search': conversationSearch,
  '0053_search_merges': searchMerges,
  '0054_full_scans': fullScans,
  '0055_galleries': galleries,
}

export const release: Release = {
  migrations,
  // Releases without this migration cannot run on the current schema. A step that removes or renames something raises it
  // to the newest migration of the previous release: older releases are then refused.
  minimum: '0019_server_state',
  // By migration.
  backFills: { '0037_message_changes': fillSearchTexts, '0048_covers': fillCovers },
}
