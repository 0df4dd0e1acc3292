/** The id of a result, by which the combobox names the one that the keyboard has reached. */
export const optionId = (panelId: string, place: number) => `${panelId}-${place}`
