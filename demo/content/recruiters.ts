export interface CompanySeed {
  name: string
  sector: string
  city: string
  website: string
  /** The language of its offers; English by default. */
  language?: 'es'
  /** Second paragraph of every offer of the company. */
  pitch: string
  benefits: string[]
}

export interface RecruiterSeed {
  key: string
  company: CompanyKey
  name: string
  surname: string
  phone: string
  about: string
  /** The company's logo in place of `files/avatars/{key}`. */
  avatar?: 'logo'
  joinedDaysAgo: number
  /** The time of the proof of the company's domain; unverified without it. */
  verifiedDaysAgo?: number
}

export const COMPANIES = {
  brisa: {
    name: 'Brisa Energía',
    sector: 'Renewable energy',
    city: 'Valencia, Spain',
    website: 'https://brisa-energia.example',
    pitch:
      'Brisa Energía runs community solar roofs and small wind farms on the Mediterranean coast. 140 people work here, 34 of them in product and engineering, and our software decides every fifteen minutes where the energy of 21,000 households goes.',
    benefits: [
      'Four and a half day week in summer',
      'Hybrid from Valencia, or remote in Spain',
      'Solar roof discount for you and your parents',
    ],
  },
  faro: {
    name: 'Faro Salud',
    sector: 'Health technology',
    city: 'A Coruña, Spain',
    website: 'https://farosalud.example',
    pitch:
      'Faro Salud builds the software with which 60 primary care centres in the north of Spain follow patients between two visits. We are small, certified where it matters, and we talk to nurses every week.',
    benefits: [
      '32 days of holiday',
      'Remote in Spain, four meetings a year by the sea',
      'Budget for courses, no questions asked',
    ],
  },
  nomada: {
    name: 'Nómada Viajes',
    sector: 'Viajes',
    city: 'Málaga, Spain',
    website: 'https://nomadaviajes.example',
    language: 'es',
    pitch:
      'Nómada Viajes organiza viajes lentos, en tren y a pie, por la península ibérica y Marruecos. El año pasado viajaron con nosotros once mil personas; la mayoría reservó con el teléfono, de noche.',
    benefits: [
      'Un viaje al año corre de nuestra cuenta',
      'Oficina en el centro histórico de Málaga',
      'Horario flexible, de verdad',
    ],
  },
  cauce: {
    name: 'Cauce',
    sector: 'Financial technology',
    city: 'Madrid, Spain',
    website: 'https://cauce.example',
    pitch:
      'Cauce moves money between small companies and their suppliers: instant payments, shared invoices and a ledger that both sides can read. We are regulated, profitable and 90 people.',
    benefits: [
      'Salary bands are public inside the company',
      'Home office budget of 900 €',
      'Private health insurance',
      'Two weeks a year to work from anywhere',
    ],
  },
  tejido: {
    name: 'Tejido',
    sector: 'Moda',
    city: 'Barcelona, Spain',
    website: 'https://tejido.example',
    language: 'es',
    pitch:
      'Tejido vende ropa hecha a menos de 200 kilómetros de donde se lleva, y la repara gratis. La tienda, el servicio de reparación y el taller comparten una plataforma que hemos construido en casa.',
    benefits: [
      'Tardes de taller: aprende a coser tu propia chaqueta',
      'Híbrido, dos días en el Poblenou',
      'Todo a mitad de precio',
    ],
  },
  ruta9: {
    name: 'Ruta Nueve',
    sector: 'Logistics',
    city: 'Zaragoza, Spain',
    website: 'https://rutanueve.example',
    pitch:
      'Ruta Nueve plans the day of 1,800 delivery vans between Lisbon and Toulouse. A minute saved per stop is eleven thousand hours a month, so we take minutes seriously.',
    benefits: [
      'Continuous working day in July and August',
      'Company bicycle',
      'A morning in a delivery van for everybody, including the CEO',
    ],
  },
  lumbre: {
    name: 'Lumbre Games',
    sector: 'Video games',
    city: 'Bilbao, Spain',
    website: 'https://lumbregames.example',
    pitch:
      'Lumbre is an independent studio of 26 people. Our last game, a cooperative adventure about lighthouse keepers, has been played by 1.4 million people. The next one has horses.',
    benefits: [
      'No crunch: it is in the contract',
      'Revenue share for the whole team',
      'Mediocre table football, excellent coffee',
    ],
  },
  pizarra: {
    name: 'Pizarra',
    sector: 'Tecnología educativa',
    city: 'Bogotá, Colombia',
    website: 'https://pizarra.example',
    language: 'es',
    pitch:
      'Pizarra lleva a las escuelas públicas de Colombia, Ecuador y Perú un aula que funciona sin conexión y se sincroniza cuando la hay. 3.400 docentes preparan sus clases con nosotros.',
    benefits: ['Remoto en América Latina', 'En diciembre cerramos', 'Visitas a escuelas dos veces al año'],
  },
  agrolinde: {
    name: 'Agrolinde',
    sector: 'Agricultural technology',
    city: 'Mendoza, Argentina',
    website: 'https://agrolinde.example',
    pitch:
      'Agrolinde helps vineyards and orchards to use half the water. Sensors, satellite pictures and people who know the land; the software brings the three together before sunrise.',
    benefits: [
      'Remote, with two weeks of harvest in Mendoza',
      'Equipment of your choice',
      'Wine, inevitably',
    ],
  },
  sendero: {
    name: 'Sendero Cloud',
    sector: 'Cloud consulting',
    city: 'Ciudad de México, Mexico',
    website: 'https://sendero.example',
    pitch:
      'Sendero takes companies to the cloud one step at a time, and tells them when they should stay where they are. Forty consultants, three certifications too many, clients who come back.',
    benefits: [
      'Fully remote in the Americas and Spain',
      'Ten per cent of your time for your own projects',
      'Certifications paid, and the failed attempts too',
    ],
  },
  meridiano: {
    name: 'Meridiano',
    sector: 'Media',
    city: 'Buenos Aires, Argentina',
    website: 'https://meridiano.example',
    pitch:
      'Meridiano is a digital newspaper with 80,000 subscribers and no banner advertising. The newsroom and the product team share a floor, a coffee machine and the responsibility for what gets published.',
    benefits: [
      'Six hour Fridays',
      'Hybrid in Buenos Aires or remote in the same time zone',
      'A subscription for your grandmother',
    ],
  },
  ladera: {
    name: 'Ladera',
    sector: 'Property technology',
    city: 'Santiago, Chile',
    website: 'https://ladera.example',
    pitch:
      'Ladera makes renting fair: verified homes, clear contracts, deposits that come back. We operate in Santiago, Valparaíso and Lima and are opening Madrid next spring.',
    benefits: [
      'Remote first, offices if you like them',
      'Parental leave of five months for everybody',
      'Stock options',
    ],
  },
} satisfies Record<string, CompanySeed>

export type CompanyKey = keyof typeof COMPANIES

/** Marta is the demo account. Ricardo has just joined and has no offers, as an example of an empty state. */
export const RECRUITERS: RecruiterSeed[] = [
  {
    key: 'marta',
    company: 'brisa',
    name: 'Marta',
    surname: 'Llorens Ribera',
    phone: '+34 963000112',
    about:
      'I hire for product and engineering at Brisa Energía, and I was a developer for six years before that. You get an answer from me within five days, a real one. We pay what the offer says, the process has three conversations and no riddles, and you meet the people you would work with.',
    joinedDaysAgo: 212,
    verifiedDaysAgo: 62,
  },
  {
    key: 'xoan',
    company: 'faro',
    name: 'Xoán',
    surname: 'Pereira Souto',
    phone: '+34 981000145',
    about:
      'CTO and, until we grow, also the person who reads every application at Faro Salud. I look for care in small things: a commit message, a question asked in time. If you have worked in a clinic, tell me about it.',
    joinedDaysAgo: 188,
    verifiedDaysAgo: 40,
  },
  {
    key: 'cristina',
    company: 'nomada',
    name: 'Cristina',
    surname: 'Haro León',
    phone: '+34 952000178',
    about:
      'Personas y cultura en Nómada Viajes. Busco gente curiosa, que pregunte antes de suponer. Si además sabes leer un horario de trenes de Renfe a la primera, tenemos que hablar.',
    joinedDaysAgo: 160,
  },
  {
    key: 'alvaro',
    company: 'cauce',
    name: 'Álvaro',
    surname: 'Montes Cuesta',
    phone: '+34 910000121',
    about:
      'Head of talent at Cauce. We publish salary ranges, we do not ask what you earned before, and the technical interview is a review of real code together. Two conversations, one week, an answer.',
    joinedDaysAgo: 203,
    verifiedDaysAgo: 187,
  },
  {
    key: 'beatriz',
    company: 'cauce',
    name: 'Beatriz',
    surname: 'Quintana Ruiz',
    phone: '+34 910000122',
    about:
      'Engineering manager of the ledger team at Cauce. I recruit for my own team, so you will talk to your future boss from the first minute, for better or worse.',
    joinedDaysAgo: 97,
  },
  {
    key: 'julia',
    company: 'tejido',
    name: 'Júlia',
    surname: 'Camps Oller',
    phone: '+34 932000133',
    about:
      'Product lead at Tejido. Our team is six developers, two designers and a tailor. I like portfolios with the story of what went wrong.',
    joinedDaysAgo: 140,
    verifiedDaysAgo: 139,
  },
  {
    key: 'ernesto',
    company: 'ruta9',
    name: 'Ernesto',
    surname: 'Gálvez Marín',
    phone: '+34 976000154',
    about:
      'I hire engineers for Ruta Nueve. Drove vans for two summers, so I know what a bad route feels like. We look for people who enjoy a hard optimisation problem and an easy colleague.',
    joinedDaysAgo: 175,
  },
  {
    key: 'ane',
    company: 'lumbre',
    name: 'Ane',
    surname: 'Goikoetxea Ruiz de Azua',
    phone: '+34 944000166',
    about:
      'Producer at Lumbre Games, in charge of hiring until somebody stops me. Send me something playable, however small, and I will play it before I read your CV.',
    avatar: 'logo',
    joinedDaysAgo: 121,
  },
  {
    key: 'natalia',
    company: 'pizarra',
    name: 'Natalia',
    surname: 'Cifuentes Mora',
    phone: '+57 6010000187',
    about:
      'Talento en Pizarra. Fui profesora de matemáticas nueve años y sé qué pasa cuando el software falla delante de treinta niños. Buscamos personas que piensen en ese momento al escribir código.',
    joinedDaysAgo: 150,
  },
  {
    key: 'federico',
    company: 'agrolinde',
    name: 'Federico',
    surname: 'Paz Arrieta',
    phone: '+54 2610000191',
    about:
      'Agronomist and co-founder of Agrolinde. I hire engineers who do not mind mud. The interview is a walk, in a vineyard if you are near, by phone if you are not.',
    joinedDaysAgo: 134,
  },
  {
    key: 'jimena',
    company: 'sendero',
    name: 'Jimena',
    surname: 'Robles Treviño',
    phone: '+52 5500000143',
    about:
      'Practice lead and recruiter at Sendero Cloud. I care about how you explain a trade-off to somebody who pays for it. Remote since 2014, so the process is too.',
    joinedDaysAgo: 166,
  },
  {
    key: 'ricardo',
    company: 'sendero',
    name: 'Ricardo',
    surname: 'Luna Escobedo',
    phone: '+52 5500000144',
    about:
      'New in the talent team of Sendero Cloud, responsible for the offices in Madrid and Bogotá. My first offers will be published this month.',
    joinedDaysAgo: 4,
  },
  {
    key: 'lautaro',
    company: 'meridiano',
    name: 'Lautaro',
    surname: 'Ferreyra Campos',
    phone: '+54 1100000155',
    about:
      'Editor of product at Meridiano. I hire people who read. Tell me about an article of ours that annoyed you and how you would present it.',
    joinedDaysAgo: 118,
  },
  {
    key: 'antonia',
    company: 'ladera',
    name: 'Antonia',
    surname: 'Vergara Pinto',
    phone: '+56 220000167',
    about:
      'Hiring at Ladera for Chile, Peru and soon Spain. We have a written process, a paid trial day and the habit of saying no kindly and quickly.',
    joinedDaysAgo: 109,
  },
]
