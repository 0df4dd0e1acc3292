/**
 * Options of the bundler for what the server runs. V8 holds the source of every loaded file in memory, two bytes a
 * character if one of them is above U+00FF. Names and lines stay, for readable stack traces.
 */
export const SMALL_SOURCE = {
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
}
