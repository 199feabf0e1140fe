# The programs, each one file without a library: a bot on playtak.com, the engine for pages and
# other programs, and the explorer of openings.
#
#   docker build -t tak-toolkit .
#   docker run --rm -it tak-toolkit tak-engine play
#   docker run --rm -p 7731:7731 tak-toolkit           the board and TEI over WebSocket
#
# compose.yml has the bot and the explorer.
FROM rust:1.95-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends musl-tools python3 xz-utils
WORKDIR /source
COPY . .
ARG COMMIT=unknown
RUN target=$(uname -m)-unknown-linux-musl && rustup target add "$target" \
    && TAK_COMMIT=$COMMIT dist/archive "$target" && mv "target/dist/tak-toolkit-"*-musl /tak-toolkit

FROM alpine:3
RUN adduser -D -u 1000 tak && mkdir /data && chown tak /data
COPY --from=build /tak-toolkit/tak-* /usr/local/bin/
COPY --from=build /tak-toolkit/LICENSE-* /tak-toolkit/THIRD-PARTY.txt /usr/local/share/doc/tak-toolkit/
COPY dist/bot dist/explorer /usr/local/bin/
USER tak
WORKDIR /data
VOLUME /data
EXPOSE 7731 5000
# Is whoever should listen here, or the bot, still there?
HEALTHCHECK CMD wget -qO /dev/null http://127.0.0.1:7731/ \
    || wget -qO /dev/null http://127.0.0.1:5000/api/v1/databases || pgrep -f playtak >/dev/null
CMD ["tak-engine", "serve", "--listen", "0.0.0.0:7731"]
