/** 180 characters. Words, since the server searches them for signs of scams, as it does the words of people. */
export const MESSAGE =
  'Good morning, thank you for your answer about the position. The team liked your compiler, and we would ' +
  'like to talk about it. Does Thursday at ten suit you, or on Friday afternoon?'
