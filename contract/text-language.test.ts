import { expect, test } from 'vitest'
import { languageOf } from './text-language.ts'

test.each([
  ['Build pages that work with a keyboard, a screen reader and one bar of signal.', 'en'],
  ['Llevo nueve años haciendo interfaces y sigo disfrutando de un buen CSS en la web.', 'es'],
  ['Trabajarás con React, TypeScript y Node.js en el equipo de “The Bridge”, cerca de la playa.', 'es'],
  ['We work with teams in Los Angeles, La Paz and El Paso, and you will visit each of them.', 'en'],
  ['THE TEAM IS SMALL AND IT WILL STAY SMALL', 'en'],
  ['Senior Full Stack Developer', undefined],
  ['', undefined],
  ['React, TypeScript, Node.js, PostgreSQL', undefined],
  // Both, and neither.
  [
    'The offer is for you: el puesto es para ti y la oferta es de la casa. Apply to the team by mail.',
    undefined,
  ],
  ['Nous cherchons quelqu’un qui aime les interfaces et leurs détails.', undefined],
])(
  'the language of a text is detected by its frequent words: %s',
  { tags: ['LANG-01'] },
  (text, language) => {
    expect(languageOf(text)).toBe(language)
  },
)
