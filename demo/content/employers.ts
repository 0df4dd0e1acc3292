export interface Organisation {
  name: string
  /** Without one in `files/logos/`, the interface shows the initials. */
  logo?: false
}

/** Former employers of the developers. None of them exists. */
export const EMPLOYERS = {
  taquilla: { name: 'Taquilla Abierta' },
  rayo: { name: 'Rayo Común' },
  boria: { name: 'Estudio Boria' },
  peaje: { name: 'Peaje Software' },
  cometa: { name: 'Cometa Labs' },
  nube: { name: 'Nube & Cía.' },
  cantabria: { name: 'Cantábrica Digital' },
  trueque: { name: 'Trueque' },
  altiplano: { name: 'Altiplano Sistemas' },
  zarza: { name: 'Zarza Studio' },
  correo: { name: 'Correo Sur' },
  molino: { name: 'Molino Interactivo' },
  pampa: { name: 'Pampa Tech' },
  tranvia: { name: 'Tranvía' },
  laguna: { name: 'Laguna Datos' },
  oficio: { name: 'Oficio Consulting' },
  marejada: { name: 'Marejada' },
  sauce: { name: 'Sauce Mobile' },
  barrio: { name: 'Barrio Pay' },
  cobre: { name: 'Cobre Analytics' },
  quipu: { name: 'Quipus Software' },
  veleta: { name: 'Veleta Maps' },
  imprenta: { name: 'Imprenta Norte', logo: false },
  hospital: { name: 'Hospital San Telmo', logo: false },
  ayuntamiento: {
    name: 'Ayuntamiento de Ribalta',
    logo: false,
  },
  freelance: { name: 'Freelance', logo: false },
} satisfies Record<string, Organisation>

export type EmployerKey = keyof typeof EMPLOYERS

/** Universities by calling code of the country, and two schools for all countries. */
export const SCHOOLS: Record<string, Organisation[]> = {
  '+34': [
    { name: 'Universitat Politècnica de València' },
    { name: 'Universidad de Sevilla' },
    { name: 'Universidade da Coruña' },
    { name: 'Universidad de Zaragoza' },
    { name: 'Universidad Politécnica de Madrid' },
    { name: 'Universitat de Girona' },
    { name: 'IES Mar de Levante' },
  ],
  '+57': [
    { name: 'Universidad de Antioquia' },
    { name: 'Universidad Nacional de Colombia' },
    { name: 'Universidad del Valle' },
  ],
  '+52': [{ name: 'Universidad Nacional Autónoma de México' }, { name: 'Universidad de Guadalajara' }],
  '+54': [{ name: 'Universidad de Buenos Aires' }, { name: 'Universidad Nacional de Córdoba' }],
  '+56': [{ name: 'Universidad de Chile' }],
  '+51': [{ name: 'Universidad Nacional de Ingeniería' }],
  '+55': [{ name: 'Universidade de São Paulo' }],
  '+598': [{ name: 'Universidad de la República' }],
  '+591': [
    {
      name: 'Universidad Mayor de San Andrés',
      logo: false,
    },
  ],
  '+506': [{ name: 'Universidad de Costa Rica' }],
  '+593': [{ name: 'Escuela Politécnica Nacional' }],
}

export const ACADEMIES: Organisation[] = [
  { name: 'Escuela Ribera' },
  { name: 'Taller de Código' },
  { name: 'Academia Cuadrante', logo: false },
]
