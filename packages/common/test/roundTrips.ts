/** Counted work in place of time, for tests that say that something does not happen, or that two things come apart. */
import * as net from "node:net"

/**
 * Sends a byte to and fro on loopback so many times. Each round takes two turns of the event loop of this process, in which
 * whatever else is on its way gets its turn, too: on a slow machine it takes as much longer as that does.
 */
export const roundTrips = (count: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.on("error", reject).pipe(socket))
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo
      const socket = net.connect({ port, host: "127.0.0.1", noDelay: true })
      let left = count
      socket.on("error", reject).on("connect", () => socket.write(".")).on("data", () => {
        if (--left > 0) return void socket.write(".")
        socket.destroy()
        server.close(() => resolve())
      })
    })
  })
