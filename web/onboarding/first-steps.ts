/** In local storage, by person: that the first steps are done or dismissed on this device (FLOW-10). */
const keyOf = (userId: string) => `firstSteps_${userId}`

export const firstSteps = {
  isOver(userId: string): boolean {
    try {
      return localStorage.getItem(keyOf(userId)) !== null
    } catch {
      return false
    }
  },

  end(userId: string) {
    try {
      localStorage.setItem(keyOf(userId), 'over')
    } catch {
      // Dismissed until the next load.
    }
  },
}
