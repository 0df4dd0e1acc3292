import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { m } from '#contract/texts.ts'
import { IconButton } from './IconButton.tsx'

/** Both arrows at the sides of the nearest positioned element. */
export function ImageArrows({ onTurn }: { onTurn: (by: 1 | -1) => void }) {
  const styles = 'absolute inset-y-0 my-auto rounded-full active:translate-y-0'
  return (
    <>
      <IconButton
        label={m.general_image_previous()}
        variant="outline"
        className={`${styles} left-2 sm:left-3`}
        onClick={() => onTurn(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <IconButton
        label={m.general_image_next()}
        variant="outline"
        className={`${styles} right-2 sm:right-3`}
        onClick={() => onTurn(1)}
      >
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </>
  )
}
