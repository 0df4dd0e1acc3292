/** The id of a result, for the combobox's aria-activedescendant. */
export const optionId = (panelId: string, index: number) => `${panelId}-${index}`
