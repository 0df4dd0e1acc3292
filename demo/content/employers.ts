import type { MarkName } from '../art/logos.ts'
import type { PaletteName } from '../art/palettes.ts'

export interface Organisation {
  name: string
  letters: string
  mark: MarkName
  palette: PaletteName
  /** Schools and employers without a logo show the initials of the interface instead. */
  logo?: false
}

/** Where the developers worked before. None of them exists. */
export const EMPLOYERS = {
  taquilla: { name: 'Taquilla Abierta', letters: 'TA', mark: 'arch', palette: 'terracotta' },
  rayo: { name: 'Rayo Común', letters: 'R', mark: 'monogram', palette: 'ochre' },
  boria: { name: 'Estudio Boria', letters: 'B', mark: 'split', palette: 'sand' },
  peaje: { name: 'Peaje Software', letters: 'PS', mark: 'monogram', palette: 'slate' },
  cometa: { name: 'Cometa Labs', letters: 'C', mark: 'monogram', palette: 'plum' },
  nube: { name: 'Nube & Cía.', letters: 'N', mark: 'arch', palette: 'sky' },
  cantabria: { name: 'Cantábrica Digital', letters: 'CD', mark: 'split', palette: 'harbour' },
  trueque: { name: 'Trueque', letters: 'T', mark: 'monogram', palette: 'olive' },
  altiplano: { name: 'Altiplano Sistemas', letters: 'AS', mark: 'split', palette: 'clay' },
  zarza: { name: 'Zarza Studio', letters: 'Z', mark: 'monogram', palette: 'mint' },
  correo: { name: 'Correo Sur', letters: 'CS', mark: 'arch', palette: 'river' },
  molino: { name: 'Molino Interactivo', letters: 'M', mark: 'split', palette: 'terracotta' },
  pampa: { name: 'Pampa Tech', letters: 'PT', mark: 'monogram', palette: 'sky' },
  tranvia: { name: 'Tranvía', letters: 'TR', mark: 'split', palette: 'ochre' },
  laguna: { name: 'Laguna Datos', letters: 'L', mark: 'arch', palette: 'night' },
  oficio: { name: 'Oficio Consulting', letters: 'O', mark: 'monogram', palette: 'sand' },
  marejada: { name: 'Marejada', letters: 'MJ', mark: 'arch', palette: 'harbour' },
  sauce: { name: 'Sauce Mobile', letters: 'S', mark: 'monogram', palette: 'olive' },
  barrio: { name: 'Barrio Pay', letters: 'BP', mark: 'split', palette: 'plum' },
  cobre: { name: 'Cobre Analytics', letters: 'CA', mark: 'monogram', palette: 'clay' },
  quipu: { name: 'Quipus Software', letters: 'Q', mark: 'arch', palette: 'terracotta' },
  veleta: { name: 'Veleta Maps', letters: 'V', mark: 'split', palette: 'mint' },
  imprenta: { name: 'Imprenta Norte', letters: 'IN', mark: 'monogram', palette: 'slate', logo: false },
  hospital: { name: 'Hospital San Telmo', letters: 'HS', mark: 'monogram', palette: 'sky', logo: false },
  ayuntamiento: {
    name: 'Ayuntamiento de Ribalta',
    letters: 'AR',
    mark: 'monogram',
    palette: 'sand',
    logo: false,
  },
  freelance: { name: 'Freelance', letters: 'F', mark: 'monogram', palette: 'mint', logo: false },
} satisfies Record<string, Organisation>

export type EmployerKey = keyof typeof EMPLOYERS

/** Universities by calling code of the country, and two schools for everybody. */
export const SCHOOLS: Record<string, Organisation[]> = {
  '+34': [
    { name: 'Universitat Politècnica de València', letters: 'UPV', mark: 'monogram', palette: 'terracotta' },
    { name: 'Universidad de Sevilla', letters: 'US', mark: 'split', palette: 'clay' },
    { name: 'Universidade da Coruña', letters: 'UDC', mark: 'monogram', palette: 'plum' },
    { name: 'Universidad de Zaragoza', letters: 'UZ', mark: 'monogram', palette: 'harbour' },
    { name: 'Universidad Politécnica de Madrid', letters: 'UPM', mark: 'split', palette: 'harbour' },
    { name: 'Universitat de Girona', letters: 'UdG', mark: 'monogram', palette: 'sky' },
    { name: 'IES Mar de Levante', letters: 'ML', mark: 'arch', palette: 'mint' },
  ],
  '+57': [
    { name: 'Universidad de Antioquia', letters: 'UA', mark: 'monogram', palette: 'olive' },
    { name: 'Universidad Nacional de Colombia', letters: 'UN', mark: 'split', palette: 'slate' },
    { name: 'Universidad del Valle', letters: 'UV', mark: 'monogram', palette: 'terracotta' },
  ],
  '+52': [
    { name: 'Universidad Nacional Autónoma de México', letters: 'UN', mark: 'monogram', palette: 'harbour' },
    { name: 'Universidad de Guadalajara', letters: 'UG', mark: 'split', palette: 'terracotta' },
  ],
  '+54': [
    { name: 'Universidad de Buenos Aires', letters: 'UBA', mark: 'monogram', palette: 'sky' },
    { name: 'Universidad Nacional de Córdoba', letters: 'UNC', mark: 'split', palette: 'plum' },
  ],
  '+56': [{ name: 'Universidad de Chile', letters: 'UCh', mark: 'monogram', palette: 'harbour' }],
  '+51': [{ name: 'Universidad Nacional de Ingeniería', letters: 'UNI', mark: 'monogram', palette: 'clay' }],
  '+55': [{ name: 'Universidade de São Paulo', letters: 'USP', mark: 'split', palette: 'ochre' }],
  '+598': [{ name: 'Universidad de la República', letters: 'UR', mark: 'monogram', palette: 'sky' }],
  '+591': [
    {
      name: 'Universidad Mayor de San Andrés',
      letters: 'UM',
      mark: 'monogram',
      palette: 'terracotta',
      logo: false,
    },
  ],
  '+506': [{ name: 'Universidad de Costa Rica', letters: 'UCR', mark: 'monogram', palette: 'sky' }],
  '+593': [{ name: 'Escuela Politécnica Nacional', letters: 'EPN', mark: 'split', palette: 'harbour' }],
}

export const ACADEMIES: Organisation[] = [
  { name: 'Escuela Ribera', letters: 'ER', mark: 'arch', palette: 'river' },
  { name: 'Taller de Código', letters: 'TC', mark: 'split', palette: 'night' },
  { name: 'Academia Cuadrante', letters: 'Q', mark: 'monogram', palette: 'ochre', logo: false },
]
