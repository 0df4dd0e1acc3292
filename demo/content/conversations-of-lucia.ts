import type { ConversationSeed } from './conversation-seed.ts'

export const CONVERSATIONS_OF_LUCIA: ConversationSeed[] = [
  {
    between: ['marta', 'lucia'],
    startedDaysAgo: 9,
    latestHoursAgo: 1.2,
    unread: 0,
    messages: [
      [
        'marta',
        'Hola, Lucía: soy Marta, de Brisa Energía. He leído el caso de Corriente dos veces. ¿Cómo resolvisteis los cambios de hora en el reparto?',
      ],
      [
        'lucia',
        '¡Hola, Marta! Con fechas con zona y un generador que salta la hora que no existe. La de octubre sale repetida, pero con otro desplazamiento, así que no se pisa.',
      ],
      ['marta', 'Nosotros tuvimos exactamente ese bug en octubre. Dos veces.'],
      [
        'lucia',
        'Todo el mundo lo tiene dos veces 😄 La segunda es porque la primera lo arreglaste en local.',
      ],
      [
        'marta',
        'He publicado una oferta para el portal de hogares. Creo que te puede interesar, échale un ojo cuando puedas.',
      ],
      [
        'lucia',
        'La vi ayer y ya he aplicado. Os he puesto un dibujo de cómo explicaría yo el cuarto de hora.',
      ],
      ['lucia', 'Este:', 'charts-3'],
      ['marta', 'Me encanta. Se lo enseño a Clara de diseño. ¿Te va bien una llamada el jueves a las 10?'],
      ['lucia', 'Jueves a las 10 perfecto.'],
      [
        'marta',
        'Hecho. Te llega la invitación en un momento. Estaremos Pau, de ingeniería, y yo. Sin acertijos, prometido.',
      ],
    ],
  },
  {
    between: ['alvaro', 'lucia'],
    startedDaysAgo: 6,
    latestHoursAgo: 3.5,
    unread: 2,
    messages: [
      [
        'alvaro',
        'Hi Lucía, Álvaro from Cauce here. Your note on idempotent calls is circulating in our payments channel. Would you be open to a conversation about the senior backend role?',
      ],
      [
        'lucia',
        'Hi Álvaro! Flattered. I am more full stack than backend these days, would that be a problem?',
      ],
      ['alvaro', 'Not for this team. Half of the work is an internal tool that accountants use all day.'],
      ['lucia', 'That sounds like my kind of users. What does the process look like?'],
      ['alvaro', 'Two conversations, one of them a review of real code together. One week, then an answer.'],
      [
        'alvaro',
        'And the band for the role is 56 to 66, as published. Shall I send you two slots for next week?',
      ],
    ],
  },
  {
    between: ['lucia', 'clara'],
    startedDaysAgo: 40,
    latestHoursAgo: 20,
    unread: 1,
    messages: [
      [
        'lucia',
        'Clara, ¿tienes un rato para mirar unas pantallas vacías conmigo? Estoy usando tu biblioteca y me falta una.',
      ],
      ['clara', '¡Claro! ¿Cuál te falta?'],
      ['lucia', 'La de «había algo, pero ya no». Alguien te pasa un enlace y el evento se ha cancelado.'],
      ['clara', 'Buena. Yo la llamo «llegas tarde». Te mando lo que tengo.', 'windows-12'],
      [
        'lucia',
        'Es justo eso. Lo del botón «ver otros parecidos» lo cambiaría por la fecha nueva, si existe.',
      ],
      ['clara', 'Mejor, sí. La añado y te pongo en los créditos.'],
    ],
  },
  {
    between: ['ines', 'lucia'],
    startedDaysAgo: 25,
    latestHoursAgo: 50,
    unread: 0,
    messages: [
      [
        'ines',
        'I tried your seat map with a screen reader tonight. Row and seat are read in the wrong order in Firefox, otherwise it is a joy.',
      ],
      [
        'lucia',
        'Oh no. Could you tell me which version? I have a test for that and it passes, which is worse.',
      ],
      [
        'ines',
        'Latest, with NVDA. The label is right, the description comes first. I recorded it, here is the tree.',
        'artboards-7',
      ],
      ['lucia', 'Found it: aria-describedby on the group, not on the button. Fixed and released, thank you!'],
      ['ines', 'Forty minutes from report to release. Can I use this in my workshop as the good example?'],
      ['lucia', 'Only if you also show the bug 😅'],
    ],
  },
  {
    between: ['lucia', 'iker'],
    startedDaysAgo: 15,
    latestHoursAgo: 96,
    unread: 0,
    messages: [
      ['lucia', 'Kaixo Iker! Quick one: how do you keep order per train when two agents reconnect at once?'],
      ['iker', 'One sequence per train, given by the train itself. The ground never numbers anything.'],
      ['lucia', 'So the ground only notices gaps and asks for them.'],
      ['iker', 'Exactly. And it may ask late, the train remembers two days.'],
      ['lucia', 'Stealing this for our scanners at the gates. Beer on me.'],
      ['iker', 'Two. One per day of memory.'],
    ],
  },
  {
    between: ['noa', 'lucia'],
    startedDaysAgo: 12,
    latestHoursAgo: 30,
    unread: 0,
    messages: [
      [
        'noa',
        'Hola, Lucía, perdona que te escriba sin conocerte. ¿Puedo preguntarte cómo conseguiste tu primer trabajo?',
      ],
      [
        'lucia',
        '¡Hola, Noa! Claro. Con una web para una librería que hice gratis y que luego enseñé a todo el mundo. Pero tú tienes Mareas, que es mejor.',
      ],
      ['noa', '¿De verdad? Pensaba que era demasiado pequeña.'],
      [
        'lucia',
        'Es pequeña y está terminada. Eso es rarísimo. Cuenta en la descripción lo de las veinte personas en la playa.',
      ],
      ['noa', 'Lo he cambiado ahora mismo. ¿Así mejor?', 'phones-10'],
      [
        'lucia',
        'Mucho mejor. Y pon el enlace arriba. Mira también la oferta de prácticas de Brisa, tienen buena fama.',
      ],
      ['noa', '¡Gracias, gracias! Ya te contaré 🌊'],
    ],
  },
  {
    between: ['cristina', 'lucia'],
    startedDaysAgo: 4,
    latestHoursAgo: 8,
    unread: 1,
    messages: [
      [
        'cristina',
        '¡Hola, Lucía! En Nómada buscamos a alguien que entienda de calendarios y he visto lo tuyo con la taquilla. ¿Te interesaría echarnos una mano unas semanas, como freelance?',
      ],
    ],
  },
  {
    between: ['gonzalo', 'lucia'],
    startedDaysAgo: 70,
    latestHoursAgo: 400,
    unread: 0,
    messages: [
      [
        'gonzalo',
        'Lucía, I borrowed your table of "what belongs into the address bar" for a design document. Credited on page one. There is only page one.',
      ],
      ['lucia', 'Ha! Send it over, I would like to read the other half of the page.'],
      ['gonzalo', 'Here, with coffee stains.', 'artboards-1'],
      ['lucia', 'Decision 4 is brave. In a good way.'],
    ],
  },
  {
    between: ['lucia', 'saul'],
    startedDaysAgo: 130,
    latestHoursAgo: 2900,
    unread: 0,
    messages: [
      ['saul', 'Hey, are you coming to the meetup on Thursday?'],
      ['lucia', 'I am, with cake. Save me a chair near the socket.'],
    ],
  },
]
