/** `sizes` of the 16:10 images in the first column. */
export const GALLERY_SIZES = '(min-width: 1200px) 816px, 100vw'
