export const searchText = (parts: string[]) => parts.join(' ')
