import { circle, ellipse, line, mix, path, range } from './draw.ts'

export const HAIR_COLORS = {
  black: '#231C1B',
  espresso: '#3B2620',
  chestnut: '#6B3F26',
  auburn: '#8E4526',
  honey: '#B98246',
  sand: '#D2AA6E',
  grey: '#8E8B86',
  silver: '#C9C6C0',
}

interface Hair {
  /** What hangs behind head and shoulders. */
  back: (color: string) => string
  /** What lies over the forehead. */
  front: (color: string) => string
}

const nothing = () => ''
const shine = (color: string) => mix(color, '#FFFFFF', 0.14)

/** The skull from ear to ear; the second argument is where the hairline runs. */
const cap = (color: string, hairline: string) =>
  path(`M158 236C148 130 196 84 256 84S364 130 354 236${hairline}Z`, color)

export const HAIR = {
  short: {
    back: nothing,
    front: (c) =>
      cap(c, 'C352 196 340 172 318 160C270 172 226 168 196 152C176 172 166 200 158 236') +
      line('M206 118Q250 98 300 112', shine(c), 8),
  },
  parted: {
    back: nothing,
    front: (c) =>
      cap(c, 'C350 200 338 178 320 166C280 166 236 152 216 130C202 168 176 180 158 236') +
      line('M224 116Q268 96 314 120', shine(c), 8),
  },
  quiff: {
    back: nothing,
    front: (c) =>
      path(
        'M160 230C150 150 170 110 196 100C214 60 300 52 338 92C364 120 360 180 352 230C348 196 338 172 322 162C280 178 226 166 194 158C174 176 164 200 160 230Z',
        c,
      ) + line('M220 92Q268 70 318 100', shine(c), 9),
  },
  buzz: {
    back: nothing,
    front: (c) =>
      path(
        'M162 222C158 138 202 98 256 98S354 138 350 222C344 186 332 168 312 158Q256 144 200 158C180 168 168 186 162 222Z',
        c,
        { opacity: 0.92 },
      ),
  },
  curls: {
    back: nothing,
    front: (c) =>
      cap(c, 'C350 200 336 176 316 166Q256 156 196 166C176 176 164 200 158 236') +
      range(11)
        .map((i) => circle(170 + i * 17.2, 150 - Math.sin((i / 10) * Math.PI) * 56, 27, c))
        .join('') +
      range(4)
        .map((i) => circle(206 + i * 33, 112 - (i % 2) * 10, 7, shine(c)))
        .join(''),
  },
  afro: {
    back: (c) =>
      circle(256, 190, 158, c) +
      range(18)
        .map((i) => circle(256 + Math.cos(i * 0.35) * 150, 190 + Math.sin(i * 0.35) * 150, 24, c))
        .join(''),
    front: (c) => cap(c, 'C352 200 336 166 256 164S160 200 158 236'),
  },
  bald: { back: nothing, front: nothing },
  receding: {
    back: nothing,
    front: (c) =>
      path('M158 240C150 190 160 152 180 134C176 166 172 200 158 240Z', c) +
      path('M354 240C362 190 352 152 332 134C336 166 340 200 354 240Z', c) +
      path('M190 128C206 96 306 96 322 128C290 108 222 108 190 128Z', c),
  },
  bob: {
    back: (c) =>
      path(
        'M142 230C132 110 190 72 256 72S380 110 370 230C372 290 372 330 360 352Q256 376 152 352C140 330 140 290 142 230Z',
        c,
      ),
    front: (c) =>
      path(
        'M156 240C150 120 200 84 256 84S362 120 356 240C350 210 346 190 334 176Q256 190 186 172C168 190 162 210 156 240Z',
        c,
      ) + line('M196 122Q252 96 312 120', shine(c), 9),
  },
  fringe: {
    back: (c) =>
      path(
        'M140 240C128 104 190 70 256 70S384 104 372 240C376 320 386 380 396 430H116C126 380 136 320 140 240Z',
        c,
      ),
    front: (c) =>
      path(
        'M156 250C150 120 200 84 256 84S362 120 356 250C350 226 346 214 340 206Q298 194 256 196T172 206C166 214 162 226 156 250Z',
        c,
      ) + line('M196 130Q254 104 316 130', shine(c), 9),
  },
  long: {
    back: (c) =>
      path(
        'M140 240C128 104 190 70 256 70S384 104 372 240C378 330 398 400 404 470H108C114 400 134 330 140 240Z',
        c,
      ),
    front: (c) =>
      path(
        'M156 256C146 130 198 84 256 84S366 130 356 256C350 196 322 150 262 118C206 146 164 190 156 256Z',
        c,
      ) + line('M178 160Q206 112 252 100', shine(c), 8),
  },
  wavy: {
    back: (c) =>
      path(
        'M138 230C126 104 190 70 256 70S386 104 374 230Q400 262 384 300Q412 332 392 368Q414 400 396 440H116Q98 400 120 368Q100 332 128 300Q112 262 138 230Z',
        c,
      ),
    front: (c) =>
      path(
        'M156 250C146 130 198 84 256 84S366 130 356 250C344 190 316 160 236 122C206 154 168 186 156 250Z',
        c,
      ) + line('M246 104Q300 112 330 158', shine(c), 8),
  },
  coils: {
    back: (c) =>
      range(26)
        .map((i) =>
          circle(
            256 + Math.cos(Math.PI * 0.86 + (i / 25) * Math.PI * 1.28) * (134 + (i % 2) * 16),
            232 + Math.sin(Math.PI * 0.86 + (i / 25) * Math.PI * 1.28) * (138 + (i % 2) * 12),
            36,
            c,
          ),
        )
        .join('') +
      ellipse(256, 210, 134, 134, c) +
      range(6)
        .map((i) => circle(i < 3 ? 134 : 378, 270 + (i % 3) * 44, 36, c))
        .join(''),
    front: (c) =>
      range(8)
        .map((i) => circle(176 + i * 23, 158 - Math.sin((i / 7) * Math.PI) * 34, 25, c))
        .join('') +
      range(3)
        .map((i) => circle(210 + i * 42, 116, 8, shine(c)))
        .join(''),
  },
  bun: {
    back: (c) => circle(256, 64, 52, c) + line('M232 46Q252 30 276 42', shine(c), 7),
    front: (c) =>
      cap(c, 'C350 190 320 150 256 146S162 190 158 236') + line('M198 126Q226 102 260 100', shine(c), 8),
  },
  ponytail: {
    back: (c) =>
      path(
        'M330 110C420 110 440 200 420 280C414 330 424 360 440 390C380 392 362 340 366 280C370 210 350 170 320 150Z',
        c,
      ),
    front: (c) =>
      cap(c, 'C350 190 330 158 284 134C240 154 170 170 158 236') +
      line('M200 122Q236 98 284 104', shine(c), 8),
  },
  pixie: {
    back: nothing,
    front: (c) =>
      path(
        'M156 252C144 130 196 80 262 82S366 130 356 236C352 206 346 190 330 176C286 190 214 192 190 158C184 196 170 222 156 252Z',
        c,
      ) + line('M208 114Q256 94 308 116', shine(c), 8),
  },
  tied: {
    back: (c) =>
      path(
        'M150 220C140 110 196 74 256 74S372 110 362 220C366 280 384 330 364 372C344 400 330 392 336 356L176 356C182 392 168 400 148 372C128 330 146 280 150 220Z',
        c,
      ),
    front: (c) =>
      path(
        'M158 244C150 130 200 86 256 86S362 130 354 244C346 196 330 168 300 150C260 172 200 170 182 164C170 186 162 210 158 244Z',
        c,
      ) + line('M200 120Q248 98 304 118', shine(c), 8),
  },
  scarf: {
    back: (c) =>
      path(
        'M130 240C118 110 184 66 256 66S394 110 382 240C386 330 400 400 420 452Q256 500 92 452C112 400 126 330 130 240Z',
        c,
      ),
    front: (c) =>
      path(
        'M140 240C128 116 190 74 256 74S384 116 372 240C372 330 330 384 256 392S140 330 140 240ZM170 234C172 306 206 350 256 350S340 306 342 234C344 164 304 134 256 134S168 164 170 234Z',
        c,
        { 'fill-rule': 'evenodd' },
      ) +
      line('M162 352Q256 430 372 330', mix(c, '#000000', 0.12), 7) +
      line('M186 112Q252 84 324 112', shine(c), 8),
  },
  beanie: {
    back: nothing,
    front: (c) =>
      path('M160 186C156 96 204 60 256 60S356 96 352 186Z', '#B9481F') +
      path('M150 172H362V212H150Z', '#8C3415') +
      circle(256, 56, 22, '#F6E7D8') +
      path('M158 212H176V244Q162 240 158 212Z', c) +
      path('M354 212H336V244Q350 240 354 212Z', c),
  },
} satisfies Record<string, Hair>

export type HairStyle = keyof typeof HAIR
