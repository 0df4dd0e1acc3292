import { m } from '#contract/texts.ts'
import { Alert } from '../ui/Alert.tsx'

/** Shown once. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <div className="grid gap-4">
    <Alert tone="success" heading={m.security_codes_once()}>
      {m.security_codes_text()}
    </Alert>
    <ul
      aria-label={m.security_codes()}
      className="grid gap-x-6 gap-y-1 rounded-card border border-line p-4 font-mono text-sm sm:grid-cols-2"
    >
      {codes.map((code) => (
        <li key={code} className="select-all">
          {code}
        </li>
      ))}
    </ul>
  </div>
)
