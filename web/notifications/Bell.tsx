/** The bell of the header (NOTIF-02); its place is 44 × 44 px. */
export default function Bell() {
  return null
}
