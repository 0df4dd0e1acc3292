// Bare: a Socket.IO relay that stores nothing.
import { createServer } from 'node:http'
import { Server } from 'socket.io'

const http = createServer((_request, response) => response.end('ok'))
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false })
io.on('connection', (socket) => {
  void socket.join(`user:${socket.handshake.query.userId}`)
  socket.on('send', (message: { to: string; text: string }, done: () => void) => {
    io.to(`user:${message.to}`).emit('newMessage', message)
    done()
  })
})
http.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
