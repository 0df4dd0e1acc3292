import type { SupportTicketInput } from '#contract/contact.ts'

/** Messages of the contact form; `by` is set for those who were signed in. */
export const TICKETS: (SupportTicketInput & { by?: string; hoursAgo: number })[] = [
  {
    name: 'Noa Castiñeira',
    email: 'noa@puente.example',
    category: 'bug',
    subject: 'The year of a project jumps back',
    message:
      'When I edit a project and press Enter in the title, the year goes back to the current one. It does not happen with the mouse.',
    by: 'noa',
    hoursAgo: 31,
  },
  {
    name: 'Xoán Pereira',
    email: 'xoan@puente.example',
    category: 'feature',
    subject: 'Export of applicants',
    message:
      'For our quality audit I need a list of applications with dates and states. A simple CSV would do.',
    by: 'xoan',
    hoursAgo: 80,
  },
  {
    name: 'Pilar Iglesias',
    email: 'pilar.iglesias@correo.example',
    category: 'business',
    subject: 'Feria de empleo de Vigo',
    message:
      'Buenos días: organizamos la feria de empleo tecnológico de Vigo en marzo y nos gustaría invitarles con un espacio gratuito. ¿Con quién podemos hablar?',
    hoursAgo: 130,
  },
  {
    name: 'Tomás Arancibia',
    email: 'tomas@puente.example',
    category: 'support',
    subject: 'Cambiar mi correo',
    message: 'Hola, me registré con el correo del bootcamp y lo cierran en diciembre. ¿Cómo puedo cambiarlo?',
    by: 'tomas',
    hoursAgo: 200,
  },
  {
    name: 'Inés Quiroga',
    email: 'ines@puente.example',
    category: 'feedback',
    subject: 'Thank you for the focus rings',
    message:
      'I tested the whole site with a keyboard before signing up. It is the first job board on which I did not get lost. Whoever did this: well done.',
    by: 'ines',
    hoursAgo: 520,
  },
]
