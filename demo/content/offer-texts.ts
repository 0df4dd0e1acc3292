import type { Track } from './developer-seed.ts'
import type { OfferSeed } from './offer-seed.ts'

export const TASKS: Record<Track, string[]> = {
  frontend: [
    'Build pages that work with a keyboard, a screen reader and one bar of signal',
    'Care for the component library together with design',
    'Measure what visitors wait for, and shorten it',
    'Review code every day, and have yours reviewed',
    'Write the tests that let us release on any afternoon',
    'Sit in on two user interviews a month',
  ],
  backend: [
    'Design data models that still make sense in three years',
    'Write services with clear contracts and clearer errors',
    'Look at real traffic before and after each change',
    'Take part in a calm on-call rota',
    'Keep the documentation true',
    'Explain a trade-off to people who do not write code',
  ],
  fullstack: [
    'Take features from the first sketch to the release note',
    'Work in the browser and in the database, on the same day',
    'Answer support mail one morning a month',
    'Pair with whoever knows the part that you do not know yet',
    'Delete what nobody uses',
    'Keep pages fast and queries honest',
  ],
  mobile: [
    'Ship every two weeks, with staged rollout and a way back',
    'Make things work offline first',
    'Test on the phones that people have, not on the ones we have',
    'Shape the interface together with design, on the device',
    'Keep crash-free sessions above 99.9 %',
    'Write release notes that somebody wants to read',
  ],
  devops: [
    'Build the road that the other teams drive on',
    'Automate what is done twice',
    'Practise restores, failures and handovers',
    'Keep an eye on the bill',
    'Write runbooks that work at four in the morning',
    'Say no to complexity, with an alternative',
  ],
  design: [
    'Visit the people who use it, regularly',
    'Draw the ugly states first',
    'Prototype, test with five people, throw away, repeat',
    'Keep the files tidy and the system small',
    'Write the words as well as the boxes',
    'Work in the same room, or the same file, as the developers',
  ],
}

export const WISHES: Record<OfferSeed['level'], string[]> = {
  intern: [
    'Curiosity, and the courage to ask twice',
    'Some code of yours that we can look at, however small',
    'Enrolled in a degree or a training programme that allows internships',
  ],
  junior: [
    'A first project that you finished',
    'Foundations before frameworks',
    'You like it when somebody reviews your work',
  ],
  mid: [
    'Around three years of professional experience',
    'You have maintained something, not only started it',
    'You write clearly, in code and outside of it',
  ],
  senior: [
    'Several years of experience with products that people depend on',
    'You make the people around you better',
    'You can tell us about a decision that you would take differently today',
  ],
}
