export interface RepositorySeed {
  /** `owner/name`, as in the link. */
  name: string
  branch: string
  /** Bytes by language. */
  languages: Record<string, number>
  tree: string
}
