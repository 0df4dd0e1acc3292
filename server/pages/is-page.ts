import type { FastifyRequest } from 'fastify'

/** Neither a call, nor a file, nor something built. */
export const isPage = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|files|socket\.io|assets)(\/|$|\?)/.test(url)
