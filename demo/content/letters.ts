/** Cover letters; {project} occurs only in those for people with a project. */
export const LETTERS = {
  withProject: [
    'Dear {recruiter},\n\nthe sentence in your offer that made me write is the one about the work, not the one about the coffee. I have built something close to it: {project}, where I was responsible for the part that people saw break first. I would like to show you what I would do differently today.\n\nI am based in {city} and can start after my notice of one month.\n\nKind regards,\n{name}',
    'Hello {recruiter},\n\nI am applying for {position}. My most relevant work is {project}; the case study on my profile says what went wrong as well as what went right. I work mainly with {skill} and I enjoy teams that review each other’s code.\n\nI would be glad to talk, any afternoon this week.\n\n{name}',
    'Hola, {recruiter}:\n\nOs escribo por el puesto de {position}. En {project} resolví un problema muy parecido al que describís y me quedé con ganas de hacerlo mejor. Trabajo sobre todo con {skill} y valoro los equipos que documentan sus decisiones.\n\nPuedo incorporarme en tres semanas. Gracias por leerme.\n\nUn saludo,\n{name}',
    'Hi {recruiter},\n\nthree reasons why I think this fits: {project} taught me the domain from the wrong end, {skill} is what I do best, and I have followed {company} since before you were hiring.\n\nOne reason why it may not: I ask a lot of questions.\n\nBest,\n{name}',
    'Hola, {recruiter}:\n\nLlevo tiempo siguiendo a {company} y esta es la primera oferta en la que me reconozco del todo. En mi perfil está {project}, que resume bastante bien cómo trabajo: hablar con quien lo usa, hacer poco, medirlo y volver.\n\nQuedo a tu disposición para una llamada.\n\n{name}',
    'Dear {recruiter},\n\nI read the offer twice and your engineering blog once, and I would like to work on this. {project} is the closest thing I have done; its numbers are on my profile and I can explain each of them.\n\nSince you ask for {skill}: yes, daily, and I also know when not to use it.\n\nWith kind regards from {city},\n{name}',
    'Hello,\n\nI have spent the last months on {project} and I am ready for something larger with a team around me. {company} does what I would like to be good at. I learn quickly, I write things down, and I do not disappear when a deadline comes.\n\nThank you for your time,\n{name}',
    'Hola {recruiter}, ¿qué tal?\n\nVi la oferta de {position} y pensé en {project}: mismos usuarios con prisa, mismas conexiones malas. Me encantaría contarte cómo lo planteamos y qué aprendimos.\n\nTrabajo en remoto desde {city} y me adapto a vuestro horario.\n\nGracias,\n{name}',
  ],
  plain: [
    'Dear {recruiter},\n\nI would like to apply for {position}. I bring solid experience with {skill}, a habit of finishing things and references from the two teams I worked with most recently.\n\nI look forward to hearing from you.\n\nKind regards,\n{name}',
    'Hola, {recruiter}:\n\nMe interesa mucho el puesto de {position}. No cumplo todos los requisitos de la lista, pero sí los que me parecen importantes: sé {skill}, me gusta preguntar y termino lo que empiezo.\n\n¿Podemos hablar?\n\n{name}',
    'Hi {recruiter},\n\nshort letter, because you probably read many: I do {skill}, I live in {city}, I like what {company} is building, and my profile shows how I work. If that sounds right, I am easy to reach.\n\n{name}',
    'Dear team of {company},\n\na former colleague of mine works with you and has not complained once in a year, which for her is a declaration of love. I would like to find out why.\n\nI am available from the first of next month and happy to do a small paid task.\n\nBest regards,\n{name}',
    'Buenas tardes:\n\nAdjunto mi perfil para el puesto de {position}. Tengo experiencia con {skill} y disponibilidad inmediata. He trabajado tanto en oficina como en remoto y prefiero los equipos que se ven de vez en cuando.\n\nUn saludo cordial,\n{name}',
    'Dear {recruiter},\n\nI am changing direction and this offer is the direction. You will see from my profile that my path was not straight; every bend taught me something that your team can use. I am strong in {skill}, honest about the rest, and I learn in public.\n\nThank you for considering me,\n{name}',
    'Hello {recruiter},\n\nwhat I look for: a problem that matters to somebody, colleagues who disagree politely, and time to do it properly. Your offer promises all three. What I offer in return: {skill}, calm, and good notes.\n\nRegards,\n{name}',
    'Hola:\n\nVivo en {city}, trabajo con {skill} y llevo semanas esperando una oferta así. Si os encaja, puedo hacer una entrevista cualquier mañana.\n\nGracias por la claridad de la oferta, no es habitual.\n\n{name}',
  ],
  short: [
    'Me encaja mucho. ¿Hablamos?',
    'I would love to talk about this one.',
    'Available from Monday.',
    'Perfil y proyectos en mi página. Gracias.',
  ],
}
