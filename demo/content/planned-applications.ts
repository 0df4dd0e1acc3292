import type { Status } from '#contract/applications.ts'

/** Applications mentioned in conversations, and those of the demo account. */
export const PLANNED_APPLICATIONS: {
  who: string
  offer: string
  status: Status
  daysAgo: number
  letter?: string
}[] = [
  {
    who: 'lucia',
    offer: 'marta/Senior Frontend Developer',
    status: 'interviewed',
    daysAgo: 8.6,
    letter:
      'Hola, Marta:\n\nHace dos años construí Corriente, que reparte la energía de cuarenta viviendas cada quince minutos, así que vuestro problema me resulta muy familiar. Lo que más me costó no fue el cálculo, sino explicarlo: la factura tenía que entenderse en la cocina.\n\nMe gustaría hacer eso mismo para 21.000 hogares. En mi perfil está el caso completo, con lo que salió mal.\n\nUn saludo desde Valencia,\nLucía',
  },
  { who: 'lucia', offer: 'alvaro/Senior Backend Engineer, Payments', status: 'reviewed', daysAgo: 5.2 },
  { who: 'lucia', offer: 'cristina/Full Stack Developer, Trains', status: 'pending', daysAgo: 3.1 },
  { who: 'lucia', offer: 'antonia/Full Stack Developer, Madrid launch', status: 'interviewed', daysAgo: 21 },
  { who: 'lucia', offer: 'julia/Design Engineer', status: 'rejected', daysAgo: 24 },
  { who: 'lucia', offer: 'xoan/Full Stack Developer, Patient Portal', status: 'accepted', daysAgo: 44 },
  { who: 'lucia', offer: 'lautaro/Data Engineer, Archive', status: 'pending', daysAgo: 22 },
  { who: 'lucia', offer: 'ane/Community Website Developer', status: 'pending', daysAgo: 0.4 },
  { who: 'carmen', offer: 'marta/Senior Frontend Developer', status: 'interviewed', daysAgo: 8.9 },
  { who: 'ines', offer: 'marta/Senior Frontend Developer', status: 'reviewed', daysAgo: 3.3 },
  { who: 'mateo', offer: 'marta/Senior Frontend Developer', status: 'rejected', daysAgo: 17 },
  { who: 'valeria', offer: 'marta/Senior Frontend Developer', status: 'accepted', daysAgo: 19.4 },
  { who: 'adrian', offer: 'marta/Senior Frontend Developer', status: 'pending', daysAgo: 0.2 },
  { who: 'iker', offer: 'marta/Backend Engineer, Energy Allocation', status: 'interviewed', daysAgo: 14 },
  { who: 'noa', offer: 'marta/Web Development Internship', status: 'reviewed', daysAgo: 6.4 },
  { who: 'tomas', offer: 'marta/Web Development Internship', status: 'pending', daysAgo: 2.2 },
  { who: 'laia', offer: 'marta/DevOps Engineer', status: 'reviewed', daysAgo: 16.7 },
  { who: 'hugo', offer: 'marta/Full Stack Developer', status: 'rejected', daysAgo: 19.5 },
  { who: 'saul', offer: 'marta/Full Stack Developer', status: 'reviewed', daysAgo: 25 },
  { who: 'amelia', offer: 'marta/Product Designer', status: 'rejected', daysAgo: 11.5 },
  { who: 'diego', offer: 'beatriz/Kotlin Engineer, Ledger', status: 'interviewed', daysAgo: 12.2 },
  { who: 'camila', offer: 'antonia/Backend Developer, Contracts', status: 'interviewed', daysAgo: 9.6 },
  { who: 'daniela', offer: 'natalia/Full Stack Developer (Rails)', status: 'accepted', daysAgo: 13 },
  { who: 'martin', offer: 'federico/Firmware and Mobile Engineer', status: 'reviewed', daysAgo: 5.5 },
  { who: 'ximena', offer: 'federico/Firmware and Mobile Engineer', status: 'pending', daysAgo: 4.2 },
  { who: 'oscar', offer: 'alvaro/Site Reliability Engineer', status: 'interviewed', daysAgo: 19 },
]
