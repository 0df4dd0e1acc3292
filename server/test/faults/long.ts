/** `npm run test:faults -- --long`: as many rounds as the rules ask for; else a form that fits into every change. */
export const IS_LONG = process.env.LONG !== undefined
