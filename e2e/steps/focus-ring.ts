/** Runs in the page: the problem of the focus ring, or ''. */
export function focusRingProblem(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'Nothing has the focus.'
  const isDrawn = (style: CSSStyleDeclaration) =>
    style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
  // The wrapper of a field may draw the ring.
  let ringed: Element | null = focused
  while (ringed && !isDrawn(getComputedStyle(ringed))) ringed = ringed.parentElement
  if (!ringed) return isDrawn(getComputedStyle(focused, '::after')) ? '' : 'There is no focus ring.'
  const { outlineWidth, outlineOffset } = getComputedStyle(ringed)
  const beyond = Math.max(0, Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)) - 0.5
  const box = ringed.getBoundingClientRect()
  const isWithin = (frame: { left: number; top: number; right: number; bottom: number }) =>
    box.left - beyond >= frame.left &&
    box.top - beyond >= frame.top &&
    box.right + beyond <= frame.right &&
    box.bottom + beyond <= frame.bottom
  // The browser scrolls only the current line of a high field into view.
  const isHigh = box.height > 100
  const view = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }
  if (!isHigh && !isWithin(view)) return 'The viewport clips it.'
  for (let frame = ringed.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(frame)
    const clips = overflowX !== 'visible' || overflowY !== 'visible'
    if (clips && !isWithin(frame.getBoundingClientRect())) return `It is clipped by ${frame.className}.`
  }
  return ''
}
