/**
 * Handles that nobody can have: first words of the product's addresses, and those that seem to speak for the product or
 * its operator. A test lists words of addresses that are missing here.
 */
export const RESERVED_HANDLES: ReadonlySet<string> = new Set(
  `
  about admin administrator alerts announcements anonymous api app appeal applicants applications assets auth
  billing blocks blog bot careers chat company confirm contact cookies dashboard deleted dev developer developers devs
  docs download email email-change everyone experiences export feeds files github guest handle help home hostmaster
  identities inbox info jobs legal lists login logout mail mailer-daemon me media message messages mod moderation
  moderator moderators news nobody no-reply noreply null oauth offer offers official oidc onboarding owner passkeys
  notifications password people postmaster premium press previews pricing privacy private-dev private-rec product profile profiles
  project projects public puente react-refresh recruiter recruiters register reports reset-password robots root
  safety saved search security service session sessions settings share sign-in sign-out sign-up signin signout signup
  sitemap sitemaps skills socket staff static status studies subscribe super superuser support system team terms
  tickets tokens trust undefined unsubscribe upload uploads user users verification verified verify vite webhook
  webhooks webmaster well-known you
  `
    .trim()
    .split(/\s+/),
)
