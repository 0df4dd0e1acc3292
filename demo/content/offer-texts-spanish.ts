import type { Track } from './developer-seed.ts'
import type { OfferSeed } from './offer-seed.ts'

export const SPANISH_TASKS: Record<Track, string[]> = {
  frontend: [
    'Crear páginas que funcionen con teclado, con lector de pantalla y con una sola raya de cobertura',
    'Cuidar la biblioteca de componentes junto con diseño',
    'Medir qué hace esperar a quien nos visita, y acortarlo',
    'Revisar código cada día, y dejar que revisen el tuyo',
    'Escribir las pruebas que nos permiten publicar cualquier tarde',
    'Estar en dos entrevistas con usuarios al mes',
  ],
  backend: [
    'Diseñar modelos de datos que sigan teniendo sentido dentro de tres años',
    'Escribir servicios con contratos claros y errores aún más claros',
    'Mirar el tráfico real antes y después de cada cambio',
    'Participar en unas guardias tranquilas',
    'Mantener la documentación al día',
    'Explicar una decisión a quien no escribe código',
  ],
  fullstack: [
    'Llevar funciones desde el primer boceto hasta la nota de la versión',
    'Trabajar en el navegador y en la base de datos, el mismo día',
    'Responder correos de soporte una mañana al mes',
    'Programar en pareja con quien conoce la parte que tú aún no conoces',
    'Borrar lo que nadie usa',
    'Mantener las páginas rápidas y las consultas honestas',
  ],
  mobile: [
    'Publicar cada dos semanas, poco a poco y con camino de vuelta',
    'Hacer que todo funcione primero sin conexión',
    'Probar en los teléfonos que tiene la gente, no en los que tenemos en la oficina',
    'Dar forma a la interfaz junto con diseño, en el propio dispositivo',
    'Mantener por encima del 99,9 % las sesiones sin errores',
    'Escribir notas de versión que alguien quiera leer',
  ],
  devops: [
    'Construir el camino por el que circulan los demás equipos',
    'Automatizar lo que se hace dos veces',
    'Ensayar restauraciones, fallos y relevos',
    'Vigilar la factura',
    'Escribir guías que sirvan a las cuatro de la mañana',
    'Decir que no a la complejidad, con una alternativa',
  ],
  design: [
    'Visitar con frecuencia a quienes usan el producto',
    'Dibujar primero los estados feos',
    'Hacer un prototipo, probarlo con cinco personas, tirarlo y repetir',
    'Mantener los archivos en orden y el sistema pequeño',
    'Escribir también las palabras, no solo las cajas',
    'Trabajar en la misma sala, o en el mismo archivo, que desarrollo',
  ],
}

export const SPANISH_WISHES: Record<OfferSeed['level'], string[]> = {
  intern: [
    'Curiosidad, y el valor de preguntar dos veces',
    'Algo de código tuyo que podamos mirar, por pequeño que sea',
    'Que estudies un grado o un ciclo que permita hacer prácticas',
  ],
  junior: [
    'Un primer proyecto terminado',
    'Los fundamentos antes que las herramientas',
    'Que te guste que revisen tu trabajo',
  ],
  mid: [
    'Unos tres años de experiencia profesional',
    'Haber mantenido algo, no solo haberlo empezado',
    'Escribir con claridad, en el código y fuera de él',
  ],
  senior: [
    'Varios años de experiencia con productos de los que alguien depende',
    'Hacer mejores a las personas de tu alrededor',
    'Poder contarnos una decisión que hoy tomarías de otra manera',
  ],
}
