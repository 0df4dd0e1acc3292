import type { Track } from './developer-seed.ts'
import type { EmployerKey } from './employers.ts'

/** Titles from the first job on; the last job carries the person's own position. */
export const LADDERS: Record<Track, string[]> = {
  frontend: [
    'Web Developer Intern',
    'Junior Frontend Developer',
    'Frontend Developer',
    'Senior Frontend Developer',
  ],
  backend: [
    'Software Engineering Intern',
    'Junior Backend Developer',
    'Backend Developer',
    'Senior Backend Engineer',
  ],
  fullstack: [
    'Web Developer Intern',
    'Junior Web Developer',
    'Full Stack Developer',
    'Senior Full Stack Developer',
  ],
  mobile: [
    'Mobile Developer Intern',
    'Junior Mobile Developer',
    'Mobile Developer',
    'Senior Mobile Developer',
  ],
  devops: ['IT Support Technician', 'Systems Administrator', 'DevOps Engineer', 'Senior DevOps Engineer'],
  design: ['Design Intern', 'Junior UI Designer', 'UX/UI Designer', 'Senior Product Designer'],
}

/** Descriptions of work. Each is used once per person. */
export const DUTIES: Record<Track, string[]> = {
  frontend: [
    'Rebuilt the checkout as a set of small, tested components and cut its error rate in half. Wrote the accessibility guidelines that the other teams adopted.',
    'Owned the public site of 400 pages: navigation, search, images. Brought the largest contentful paint below two seconds on mid-range phones.',
    'Built the component library together with one designer, and the documentation that made people use it.',
    'Landing pages, newsletters and a surprising number of countdown timers. Learned to estimate and to say no.',
    'Introduced end-to-end tests for the five journeys that earn money, and deleted two hundred tests that protected nothing.',
    'Maintained three brands on one code base. Moved theming from overrides to tokens over a year without a freeze.',
  ],
  backend: [
    'Designed and ran the billing service: invoices, retries, reconciliation with two banks. On call one week in five.',
    'Split the two slowest modules out of a monolith and left the rest alone. Response times at the 99th percentile fell from 2.4 s to 310 ms.',
    'Wrote the integration layer for 30 partners, with contracts, sandboxes and a status page that tells the truth.',
    'Reports and nightly imports. Replaced eleven scripts that nobody dared to touch by one pipeline that anybody can restart.',
    'Introduced migrations, code review and a test database, in that order. Mentored two interns who are now colleagues.',
    'Moved 90 million rows to a new schema without a stop, by writing twice and comparing for a month.',
  ],
  fullstack: [
    'First developer of the product: from the drawing on a napkin to 3,000 paying customers. Data model, interface, payments, support.',
    'Led a team of four. Weekly releases, a roadmap in three columns and a retrospective that ended on time.',
    'Built the back office that 60 people use all day. Half of the work was sitting beside them.',
    'Websites for small shops, from the first conversation to the invoice. Some of them still thank me for the opening-hours widget.',
    'Integrated three payment providers behind one interface, and wrote the reconciliation that finds the missing cent.',
    'Turned a spreadsheet with macros into a small application. The macros are in a museum, on the second floor.',
  ],
  mobile: [
    'Shipped every two weeks for three years. Crash-free sessions rose from 97.8 to 99.9 per cent.',
    'Offline mode for 2,000 field workers: local database, conflict rules, patient synchronisation.',
    'Rewrote the start of the application: from 3.1 s to 0.9 s on the phones that our users really have.',
    'Payments, cards and biometric sign-in, with two external security audits and no serious finding.',
    'Widgets, notifications and everything else that happens outside of the application.',
    'Introduced screenshot tests and a release train, so that a Friday is a day like any other.',
  ],
  devops: [
    'Ran 140 machines with one colleague and a lot of Ansible. Backups tested every month, restores timed.',
    'Brought deployments from a Sunday ritual to twelve a day. Pipelines, feature flags, and a way back that works.',
    'Introduced monitoring that people look at: four signals, one page, alerts that ask for an action.',
    'Moved the company to Kubernetes for the six services that needed it, and kept the other nine where they were.',
    'Help desk for 300 people. I learned to listen, to write things down and to reset printers without hatred.',
    'Led the answer to incidents: roles, timelines, reports without guilty people. Repeat incidents fell by two thirds.',
  ],
  design: [
    'Designed the patient portal from interviews to the last empty state. Tested with 48 people in four cities.',
    'Took over a design file with 900 screens and gave it back with 120. Set up the component library with the developers.',
    'Identity and interface for a dozen small clients, mostly culture. Fast, careful, on paper first.',
    'Ran weekly usability tests in the room next to the team, so that nobody needed a report.',
    'Icons, illustrations and motion for a travel product in six languages.',
    'Service blueprints for a public administration, and the patience to see two of them built.',
  ],
}

/** Degrees by track; the word order of the country does not matter to a demo. */
export const DEGREES: Record<Track, [degree: string, years: number][]> = {
  frontend: [
    ['CFGS Desarrollo de Aplicaciones Web', 2],
    ['Grado en Ingeniería Multimedia', 4],
    ['Ingeniería de Sistemas', 5],
  ],
  backend: [
    ['Grado en Ingeniería Informática', 4],
    ['Ingeniería de Sistemas y Computación', 5],
    ['Licenciatura en Informática', 4],
  ],
  fullstack: [
    ['Grado en Ingeniería del Software', 4],
    ['CFGS Desarrollo de Aplicaciones Multiplataforma', 2],
    ['Ingeniería en Computación', 5],
  ],
  mobile: [
    ['Grado en Ingeniería Informática', 4],
    ['Ingeniería Electrónica', 5],
    ['CFGS Desarrollo de Aplicaciones Multiplataforma', 2],
  ],
  devops: [
    ['Grado en Ingeniería Telemática', 4],
    ['CFGS Administración de Sistemas Informáticos en Red', 2],
    ['Ingeniería en Redes', 4],
  ],
  design: [
    ['Grado en Diseño', 4],
    ['Bellas Artes', 4],
    ['Diseño Gráfico', 3],
  ],
}

export const COURSES: Record<Track, string[]> = {
  frontend: [
    'Web Accessibility in Practice',
    'Performance for the Modern Web',
    'Programa intensivo de React y TypeScript',
  ],
  backend: ['Distributed Systems, Evening Course', 'Databases from the Inside', 'Arquitectura hexagonal'],
  fullstack: [
    'Programa intensivo de desarrollo web',
    'Product Management for Developers',
    'Testing That Pays Off',
  ],
  mobile: ['Advanced Mobile Architecture', 'Swift Concurrency Workshop', 'Diseño de interfaces táctiles'],
  devops: ['Kubernetes Administrator Preparation', 'Site Reliability Fundamentals', 'Seguridad en la nube'],
  design: ['Type Design Summer School', 'Service Design Intensive', 'Investigación con usuarios'],
}

export const STUDY_NOTES = [
  'Final project on realtime data from public transport, graded with honours.',
  'Specialised in software engineering. Delegate of the class for two years.',
  'Including an Erasmus year in Lisbon, from which I brought home a language and a recipe.',
  'Proyecto final: una herramienta de reservas para el laboratorio de la escuela, todavía en uso.',
  'Evening programme, next to a full-time job. I would do it again, but not soon.',
  '',
  '',
]

/** Lucía's career is written by hand: the demo account has more than one page of everything. Months count back from today. */
export const LUCIA_JOBS: {
  employer: EmployerKey
  position: string
  startsMonthsAgo: number
  endsMonthsAgo: number | null
  skills: string[]
  text: string
}[] = [
  {
    employer: 'taquilla',
    position: 'Senior Full Stack Developer',
    startsMonthsAgo: 39,
    endsMonthsAgo: null,
    skills: ['TypeScript', 'Fastify', 'PostgreSQL', 'React', 'Redis'],
    text: 'I lead a team of five that builds the box office of 210 independent venues. Responsible for the reservation engine, the seat maps and the on-call rota, which has been quiet since we made it boring.',
  },
  {
    employer: 'boria',
    position: 'Workshop teacher (evenings)',
    startsMonthsAgo: 27,
    endsMonthsAgo: null,
    skills: ['Teaching', 'React', 'Testing'],
    text: 'Eight evenings a year on server state, forms and tests for people who already work with React. The best questions end up in my own code.',
  },
  {
    employer: 'rayo',
    position: 'Full Stack Developer',
    startsMonthsAgo: 66,
    endsMonthsAgo: 41,
    skills: ['Node.js', 'React', 'PostgreSQL', 'MQTT', 'Docker'],
    text: 'Second developer of an energy start-up. Built the allocation engine for shared solar roofs, the portal for households and the tool with which support replays any day of the past.',
  },
  {
    employer: 'cometa',
    position: 'Frontend Developer',
    startsMonthsAgo: 80,
    endsMonthsAgo: 67,
    skills: ['React', 'TypeScript', 'SCSS', 'Cypress'],
    text: 'Product pages and checkout for four online shops. Introduced type checking file by file, and learned more about tax than I expected.',
  },
  {
    employer: 'boria',
    position: 'Web Developer Intern',
    startsMonthsAgo: 88,
    endsMonthsAgo: 81,
    skills: ['JavaScript', 'PHP', 'CSS'],
    text: 'Small sites for local culture: a theatre, a bookshop, a choir. My first deployment was by FTP and I still remember the silence afterwards.',
  },
]

export const LUCIA_STUDIES: {
  degree: string
  school: string
  startsMonthsAgo: number
  endsMonthsAgo: number | null
  text: string
}[] = [
  {
    degree: 'MSc in Human-Computer Interaction (part time)',
    school: 'Universidad Politécnica de Madrid',
    startsMonthsAgo: 14,
    endsMonthsAgo: null,
    text: 'One seminar at a time. Thesis on seat maps for people who cannot see them.',
  },
  {
    degree: 'Databases from the Inside',
    school: 'Escuela Ribera',
    startsMonthsAgo: 34,
    endsMonthsAgo: 31,
    text: 'We wrote a small B-tree and then understood our indexes.',
  },
  {
    degree: 'Web Accessibility in Practice',
    school: 'Academia Cuadrante',
    startsMonthsAgo: 52,
    endsMonthsAgo: 50,
    text: 'Twelve evenings with people who use screen readers every day.',
  },
  {
    degree: 'Grado en Ingeniería Informática',
    school: 'Universitat Politècnica de València',
    startsMonthsAgo: 134,
    endsMonthsAgo: 89,
    text: 'Specialised in software engineering. Final project: a realtime model of the city’s bicycle stations, graded with honours.',
  },
  {
    degree: 'Erasmus, Ingegneria Informatica',
    school: 'Università di Bologna',
    startsMonthsAgo: 110,
    endsMonthsAgo: 101,
    text: 'A year in Bologna: algorithms, tortellini, and the discovery that I like to teach.',
  },
]
