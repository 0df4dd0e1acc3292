import type { ConversationSeed } from './conversation-seed.ts'

export const CONVERSATIONS_OF_OTHERS: ConversationSeed[] = [
  {
    between: ['diego', 'beatriz'],
    startedDaysAgo: 11,
    latestHoursAgo: 12,
    unread: 1,
    messages: [
      ['beatriz', 'Diego, ¿de verdad sumáis todo el libro cada noche? ¿Cuánto tarda?'],
      [
        'diego',
        'Once minutos para 210 millones de asientos. Solo sumamos lo nuevo y comprobamos una muestra de lo viejo.',
      ],
      ['beatriz', 'Nosotros sumamos todo y ya vamos por dos horas. ¿Te apetece venir a contarlo al equipo?'],
      ['diego', 'Encantado. ¿La semana que viene?'],
    ],
  },
  {
    between: ['camila', 'antonia'],
    startedDaysAgo: 9,
    latestHoursAgo: 33,
    unread: 0,
    messages: [
      ['antonia', 'Hola, Camila: vi Direcciones y casi lloro. Nosotros todavía le preguntamos al conserje.'],
      ['camila', 'Jaja, el conserje es mejor fuente que el registro. De hecho lo usamos.'],
      ['antonia', '¿Te interesa hablar del puesto de contratos?'],
      ['camila', 'Sí. Ya postulé ayer.'],
      ['antonia', 'Perfecto, te llamo mañana a las 11.'],
    ],
  },
  {
    between: ['daniela', 'natalia'],
    startedDaysAgo: 14,
    latestHoursAgo: 60,
    unread: 0,
    messages: [
      ['natalia', 'Daniela, tu Aula abierta y nuestra Pizarra son primas hermanas. ¿Hablamos?'],
      ['daniela', 'Con gusto. ¿Cómo hacen ustedes con los conflictos cuando dos profes editan lo mismo?'],
      ['natalia', 'Mal. Por eso te escribo.'],
      ['daniela', 'Te cuento cómo lo hicimos:', 'networks-3'],
      ['natalia', 'Esto vale oro. ¿Puedes el viernes?'],
      ['daniela', 'El viernes a las 3 me queda bien.'],
    ],
  },
  {
    between: ['martin', 'federico'],
    startedDaysAgo: 6,
    latestHoursAgo: 7,
    unread: 1,
    messages: [
      ['federico', 'Martín, ¿tu app de aves funciona en un viñedo sin señal?'],
      ['martin', 'En un viñedo, en un bañado y en el ascensor de mi edificio.'],
      ['federico', 'Entonces necesitamos la misma base para los sensores. ¿Sabés de Bluetooth?'],
      ['martin', 'Lo básico. Ximena sabe de verdad, hablale a ella. Pero el puesto me interesa igual.'],
      ['federico', 'Bárbaro. Mandame tu CV y lo vemos esta semana.'],
    ],
  },
  {
    between: ['ximena', 'federico'],
    startedDaysAgo: 5,
    latestHoursAgo: 6,
    unread: 0,
    messages: [
      ['federico', 'Ximena, Martín Sosa dice que sos la persona que entiende de Bluetooth.'],
      ['ximena', 'Digamos que ya nos tenemos confianza. ¿Qué sensor usan?'],
      ['federico', 'Uno propio. Se desconecta cuando pasa el tractor.'],
      ['ximena', 'Clásico. ¿Me mandas una foto de la placa?'],
      ['federico', '', 'blocks-2'],
      ['ximena', 'La antena está pegada a la batería. Ahí tienes tu tractor.'],
    ],
  },
  {
    between: ['valeria', 'julia'],
    startedDaysAgo: 12,
    latestHoursAgo: 18,
    unread: 2,
    messages: [
      [
        'julia',
        'Hi Valeria! I am leading product at Tejido. Nopal is exactly the kind of thorny system we need.',
      ],
      ['valeria', 'Thank you! How many teams, how many surfaces?'],
      [
        'julia',
        'One team, three surfaces: shop, repair desk, workshop. Strangers to each other at the moment.',
      ],
      ['valeria', 'Nice size. Here is how I would start, on one page.', 'artboards-8'],
      ['valeria', 'And a question: would three days a week be possible at first?'],
    ],
  },
  {
    between: ['oscar', 'alvaro'],
    startedDaysAgo: 20,
    latestHoursAgo: 100,
    unread: 0,
    messages: [
      ['alvaro', 'Óscar, una semana de guardia de cada seis. ¿Te parece razonable?'],
      ['oscar', 'Depende de las llamadas por semana, no de las semanas.'],
      ['alvaro', 'Tres de media. Una real.'],
      ['oscar', 'Entonces dos sobran. Me interesa quitarlas. ¿Cuándo hablamos?'],
    ],
  },
  {
    between: ['nerea', 'paula'],
    startedDaysAgo: 35,
    latestHoursAgo: 130,
    unread: 0,
    messages: [
      ['paula', 'Nerea, ¿qué tal os va con Kotlin Multiplatform en iOS? Nos lo estamos pensando.'],
      [
        'nerea',
        'Bien si solo compartes lógica. Las pantallas, nativas. Si alguien dice «y de paso…», corre.',
      ],
      ['paula', 'Jajaja apuntado. ¿Y los tests?'],
      ['nerea', 'En los dos lados, los mismos casos. Te paso el ejemplo.', 'code-3'],
      ['paula', 'Gracias 🏄‍♀️'],
    ],
  },
  {
    between: ['bruno', 'xoan'],
    startedDaysAgo: 10,
    latestHoursAgo: 55,
    unread: 0,
    messages: [
      ['bruno', 'Hi Xoán, is the iOS role strictly native? I do React Native, but seriously.'],
      [
        'xoan',
        'Strictly, sorry: we need HealthKit in the background. I will keep your profile in mind for the next one.',
      ],
      ['bruno', 'Clear answer, thanks. Good luck!'],
    ],
  },
]
