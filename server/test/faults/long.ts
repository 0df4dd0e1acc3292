/** `npm run test:faults -- --long`: the number of rounds of the rules; otherwise a short form for every change. */
export const IS_LONG = process.env.LONG !== undefined
