import type { ConversationSeed } from './conversation-seed.ts'

export const CONVERSATIONS_OF_MARTA: ConversationSeed[] = [
  {
    between: ['carmen', 'marta'],
    startedDaysAgo: 8,
    latestHoursAgo: 0.6,
    unread: 2,
    messages: [
      [
        'marta',
        'Hola, Carmen. Tu solicitud para el portal de hogares nos ha gustado mucho. ¿Tendrías un rato esta semana?',
      ],
      ['carmen', '¡Hola, Marta! Sí, cualquier tarde a partir de las cuatro.'],
      [
        'marta',
        'El martes a las 16:30, entonces. Una pregunta previa: ¿te verías viniendo a Valencia un día a la semana?',
      ],
      [
        'carmen',
        'Desde Sevilla son cuatro horas de tren… Un día cada dos semanas sí. Cada semana sería mucho.',
      ],
      ['marta', 'Lo hablo con el equipo, creo que se puede.'],
      [
        'carmen',
        'Genial. Por cierto, he medido vuestra página de facturas por curiosidad. Espero que no te moleste:',
        'charts-2',
      ],
      ['carmen', 'El 70 % de la espera son dos fuentes y un vídeo que no se ve en el móvil.'],
    ],
  },
  {
    between: ['marta', 'iker'],
    startedDaysAgo: 13,
    latestHoursAgo: 26,
    unread: 1,
    messages: [
      [
        'marta',
        'Hi Iker, thank you for applying for the allocation engine. The team has one question: would you replace the queue or keep it?',
      ],
      ['iker', 'Keep it. Measure first. From your description I suspect the database, not the queue.'],
      ['marta', 'That is what Pau said. Could you do a call on Monday with him?'],
      ['iker', 'Monday is good. Before ten or after four.'],
      ['marta', 'Half past nine then. He will bring the flame graphs.'],
      ['iker', 'Then I will bring breakfast. Could you send me last month’s volume in numbers?'],
    ],
  },
  {
    between: ['noa', 'marta'],
    startedDaysAgo: 7,
    latestHoursAgo: 5,
    unread: 1,
    messages: [
      [
        'noa',
        'Hola, Marta. Me ha recomendado escribirte Lucía Ferrer. Quería preguntar si las prácticas se pueden hacer en remoto desde A Coruña.',
      ],
      [
        'marta',
        '¡Hola, Noa! Los dos primeros meses preferimos que sea aquí; después, como quieras. Ayudamos con el alojamiento.',
      ],
      ['noa', 'Perfecto, me vale. He enviado la solicitud hoy.'],
      ['marta', 'La he visto. Mareas es preciosa, mi hermano la usa para ir a coger berberechos.'],
      ['noa', '¿En serio? ¡Qué ilusión!'],
      ['marta', 'Te escribo el miércoles con los siguientes pasos.'],
      ['noa', 'Gracias, Marta. Por si ayuda, he preparado una versión nueva con las corrientes:', 'waves-1'],
    ],
  },
  {
    between: ['marta', 'laia'],
    startedDaysAgo: 18,
    latestHoursAgo: 72,
    unread: 0,
    messages: [
      [
        'marta',
        'Bon dia, Laia. Buscamos a la tercera persona de plataforma y tu «camino asfaltado» describe justo lo que nos falta.',
      ],
      ['laia', 'Bon dia! Gràcies. ¿Cuántos servicios tenéis y cuántas formas de desplegarlos?'],
      ['marta', 'Veintidós y, me temo, catorce.'],
      ['laia', 'He visto cosas peores. Me interesa. Aplico esta noche.'],
      ['marta', 'Estupendo. ¿Me pasas de paso el diagrama de la charla?'],
      ['laia', '', 'networks-1'],
      ['marta', 'Gracias. Lo he colgado en la cocina.'],
    ],
  },
  {
    between: ['amelia', 'marta'],
    startedDaysAgo: 10,
    latestHoursAgo: 44,
    unread: 0,
    messages: [
      ['amelia', 'Hola, Marta. ¿El puesto de diseño de producto admite trabajar desde Colombia?'],
      [
        'marta',
        'Hola, Amelia. De momento solo contratamos en España, lo siento. Pero el informe anual es freelance y puede ser desde donde quieras.',
      ],
      [
        'amelia',
        'Entiendo. El informe me interesa mucho, de hecho ilustro desde hace diez años. ¿Te mando algo?',
      ],
      ['marta', 'Sí, por favor.'],
      ['amelia', 'Tres ideas rápidas sobre un mismo dato:', 'landscapes-1'],
      ['amelia', '', 'waves-2'],
      ['marta', 'Qué maravilla. Te escribo en cuanto tenga fecha de inicio.'],
    ],
  },
  {
    between: ['marta', 'hugo'],
    startedDaysAgo: 16,
    latestHoursAgo: 150,
    unread: 0,
    messages: [
      [
        'marta',
        'Hola, Hugo. Gracias por presentarte al puesto full stack. Esta vez seguimos con personas con más experiencia, pero quería decírtelo yo y no una plantilla.',
      ],
      ['hugo', 'Gracias por avisar, se agradece muchísimo. ¿Algún consejo?'],
      [
        'marta',
        'El Cuaderno de campo es buenísimo: un usuario real y exigente. Escribe más sobre lo que cambiaste por él. Y prueba con las prácticas, que abren en un mes.',
      ],
      ['hugo', 'Lo haré. ¡Gracias, Marta!'],
    ],
  },
  {
    between: ['beatriz', 'marta'],
    startedDaysAgo: 30,
    latestHoursAgo: 220,
    unread: 0,
    messages: [
      ['beatriz', 'Marta, ¿vas a la feria de empleo de la UPV este año?'],
      ['marta', 'Sí, con Pau. ¿Compartimos mesa? El año pasado acabamos hablando con las mismas personas.'],
      ['beatriz', 'Compartamos. Tú llevas los caramelos y yo las preguntas difíciles.'],
    ],
  },
]
