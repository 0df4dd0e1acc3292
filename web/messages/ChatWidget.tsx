/** The chat of a signed-in person (CHAT); loaded by the layout, with a `key` of who it is. */
export default function ChatWidget() {
  return null
}
