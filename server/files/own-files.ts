import { isUrl } from '#contract/formats.ts'
import { m } from '#contract/texts.ts'
import type { PublicFileKind } from '#contract/uploads.ts'
import type { Config } from '../config.ts'
import type { Db } from '../lib/db.ts'
import { invalid } from '../lib/errors.ts'
import { fileNameOf, isOwnHost, storedUrlOf } from './file-urls.ts'
import { isOwnFile } from './files.queries.ts'

type Needs = { db: Db; config: Pick<Config, 'publicUrl' | 'EXTERNAL_IMAGES'> }

/**
 * The URL in its stored form (F3). One of our host must be an existing upload of this person and kind; a foreign one
 * may only be an image over HTTPS, if EXTERNAL_IMAGES is on. Anything else is 400 under `field`. '' stays ''.
 */
export async function requireOwnFile(
  { db, config }: Needs,
  userId: string,
  url: string,
  kind: PublicFileKind,
  field: string,
): Promise<string> {
  if (url === '') return ''
  const name = fileNameOf(config, url)
  if (name !== undefined) {
    if (!(await isOwnFile(db, userId, name, kind))) throw invalid({ [field]: m.general_project_file() })
    return storedUrlOf(name)
  }
  const isAllowed =
    kind === 'image' && config.EXTERNAL_IMAGES === 'on' && isUrl(url) && !isOwnHost(config, url)
  if (!isAllowed) throw invalid({ [field]: m.general_project_file() })
  if (!isUrl(url, true)) throw invalid({ [field]: m.general_https_url() })
  return url
}
