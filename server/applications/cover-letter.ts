import PDFDocument from 'pdfkit'
import { formatDate } from '#contract/format.ts'
import { getLocale } from '#contract/locale.ts'
import { m } from '#contract/texts.ts'
import { hasMissing } from './letter-characters.ts'
import { LETTER_FONTS, MAIN_FONT } from './letter-fonts.ts'
import { layOut, type Measure, type PositionedRun } from './letter-layout.ts'

export type CoverLetter = {
  position: string
  /** '' of a deactivated applicant. */
  name: string
  surname: string
  appliedAt: string
  text: string
}

const MARGIN = 64
const FOOTER = 40
const SIZES = { title: 18, head: 11, text: 11, note: 9 }
const LINE = 1.55

/** The letter as PDF: position, name, date and text in every script that our fonts have (decision 46). */
export function makeCoverLetter(letter: CoverLetter): Promise<Buffer> {
  const person = `${letter.name} ${letter.surname}`.trim()
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    bufferPages: true,
    lang: getLocale().slice(0, 2),
    info: { Title: `${letter.position} · ${person}`, Author: person },
  })
  const done = collect(document)
  for (const { name, file } of LETTER_FONTS) document.registerFont(name, file)

  const write = writer(document)
  write(letter.position, SIZES.title)
  write(`${person || m.applications_unknown()}\n${formatDate(letter.appliedAt)}`, SIZES.head, '#56635d')
  rule(document)
  write(letter.text, SIZES.text)
  if (hasMissing(letter.text)) write(`\n${m.applications_letter_characters()}`, SIZES.note, '#56635d')
  numberPages(document)
  document.end()
  return done
}

function writer(document: PDFKit.PDFDocument) {
  const width = document.page.width - 2 * MARGIN
  return (text: string, size: number, colour = '#17211d') => {
    const measure: Measure = ({ font, text }) => document.font(font).fontSize(size).widthOfString(text)
    for (const line of layOut(text, width, measure)) {
      if (document.y + size * LINE > document.page.height - MARGIN) document.addPage()
      // The library resets the colour on a new page.
      document.fillColor(colour)
      drawLine(document, line, size)
    }
    document.y += size * 0.6
  }
}

function drawLine(document: PDFKit.PDFDocument, runs: PositionedRun[], size: number) {
  const { y } = document
  // On one baseline, whatever the font's height.
  for (const { font, text, x } of runs)
    document
      .font(font)
      .fontSize(size)
      .text(text, MARGIN + x, y + size, { lineBreak: false, baseline: 'alphabetic' })
  document.y = y + size * LINE
}

function rule(document: PDFKit.PDFDocument) {
  const { y } = document
  document
    .moveTo(MARGIN, y)
    .lineTo(document.page.width - MARGIN, y)
    .lineWidth(0.75)
    .strokeColor('#e2e6e1')
    .stroke()
  document.y = y + 16
}

function numberPages(document: PDFKit.PDFDocument) {
  const { start, count } = document.bufferedPageRange()
  if (count < 2) return
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page)
    // Below the margin, where the library would otherwise begin a new page.
    document.page.margins.bottom = 0
    document
      .font(MAIN_FONT)
      .fontSize(SIZES.note)
      .fillColor('#56635d')
      .text(`${page - start + 1} / ${count}`, MARGIN, document.page.height - FOOTER, {
        width: document.page.width - 2 * MARGIN,
        align: 'center',
        lineBreak: false,
      })
  }
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
}
