import { act } from "./actions.ts";
import { CopyButton, Row, Search, Time, ProblemBox } from "./parts.tsx";
import {
  model,
  update,
  findExchanges,
  groupExchanges,
  partText,
  type Repeated,
  shortTitle,
} from "../model/model.ts";
import type { ConsentView, ExchangeView, PartView } from "../model/view.ts";

export function Exchanges() {
  const { state, cleared, soughtExchanges } = model;
  const exchanges = model.exchanges.filter(({ number }) => number > cleared);
  const found = findExchanges(exchanges, soughtExchanges);
  const consents = state?.consents ?? [];
  return (
    <section aria-labelledby="exchanges-title">
      <h2 id="exchanges-title">Requests and responses</h2>
      {exchanges.length === 0 && consents.length === 0 && (
        <p class="nothing">
          No requests yet. Sign a player in, use a command, or call the API from the game. Requests between
          the emulator and this application appear here.
        </p>
      )}
      {consents.length > 0 && <Consents consents={consents} />}
      {exchanges.length > 0 && (
        <Search
          id="sought-exchanges"
          label="Show requests with"
          placeholder="/commands, refused, 404"
          value={soughtExchanges}
          search={(text) => update({ soughtExchanges: text })}
          status={`${found.length} of ${exchanges.length} requests`}
        >
          <button type="button" onClick={() => update({ cleared: exchanges[0]?.number ?? 0 })}>
            Clear
          </button>
        </Search>
      )}
      <ol class="exchanges" aria-label="Requests and responses, newest first">
        {groupExchanges(found).map((repeated) =>
          repeated.length === 1 ? (
            <Exchange key={repeated[0].number} exchange={repeated[0]} />
          ) : (
            <RepeatedRow key={`${repeated.at(-1)?.number} and more`} repeated={repeated} />
          ),
        )}
      </ol>
    </section>
  );
}

function RepeatedRow({ repeated }: { readonly repeated: Repeated }) {
  const [newest] = repeated;
  const first = repeated.at(-1) ?? newest;
  return (
    <Row
      // A group's first exchange does not change when more exchanges are added.
      id={`exchanges from ${first.number}`}
      outcome={newest.outcome}
      isOutgoing={newest.from === "service"}
      other="game"
      title={<Title title={newest.title} />}
      result={`${repeated.length} × ${newest.result}`}
      last={
        <>
          <Time at={first.at} /> – <Time at={newest.at} />
        </>
      }
    >
      <ol class="exchanges repeated" aria-label={`${repeated.length} times ${newest.title}`}>
        {repeated.map((exchange) => (
          <Exchange key={exchange.number} exchange={exchange} />
        ))}
      </ol>
    </Row>
  );
}

function Title({ title }: { readonly title: string }) {
  return (
    <span class="title" dir="auto" title={title}>
      {shortTitle(title)}
    </span>
  );
}

function Consents({ consents }: { readonly consents: readonly ConsentView[] }) {
  return (
    <ul class="consents" aria-label="Sign-ins, newest first">
      {consents.map(({ text, isGranted, at }) => (
        <li key={at} class={isGranted ? "" : "refused"}>
          <span dir="auto">{text}</span> <Time at={at} />
        </li>
      ))}
    </ul>
  );
}

interface ExchangeProps {
  readonly exchange: ExchangeView;
}

function Exchange({ exchange }: ExchangeProps) {
  const { number, from, title, outcome, result, at, durationMs } = exchange;
  return (
    <Row
      id={`exchange ${number}`}
      outcome={outcome}
      isOutgoing={from === "service"}
      other="game"
      title={<Title title={title} />}
      result={result}
      last={
        <>
          <Time at={at} /> · {durationMs} ms
        </>
      }
    >
      <Details exchange={exchange} />
    </Row>
  );
}

function Details({ exchange }: ExchangeProps) {
  const { advice, request, answer } = exchange;
  return (
    <div class="details">
      {advice && <ProblemBox problem={advice} />}
      <Facts exchange={exchange} />
      <Buttons exchange={exchange} />
      <Part title="Request" line={request.line} part={request} />
      {answer && <Part title="Answer" line={answer.line} part={answer} />}
    </div>
  );
}

function Facts({ exchange: { at, timing, cost, signature } }: ExchangeProps) {
  return (
    <dl>
      <dt>Sent</dt>
      <dd>
        <Time at={at} />
      </dd>
      <dt>Took</dt>
      <dd>{timing}</dd>
      <dt>Cost</dt>
      <dd>{cost}</dd>
      {signature && (
        <>
          <dt>Signature</dt>
          <dd>{signature}</dd>
        </>
      )}
    </dl>
  );
}

function Buttons({ exchange: { number, signature, curl, isReplayable } }: ExchangeProps) {
  const again = () => void act("/play/again", { number });
  const forged = () => void act("/play/forged", { number });
  return (
    <div class="buttons">
      {isReplayable && (
        <button type="button" class="small" title={againTitle} onClick={again}>
          Send again
        </button>
      )}
      {isReplayable && signature && (
        <button type="button" class="small" title={forgedTitle} onClick={forged}>
          Send with a wrong signature
        </button>
      )}
      {curl !== undefined && (
        <CopyButton name={`request ${number} as curl`} label="Copy as curl" text={curl} />
      )}
    </div>
  );
}

const againTitle =
  "Sends the same interaction with a new id, token and signature. The response is handled as usual.";
const forgedTitle =
  "The endpoint must reject this request with 401. Only this test shows whether the endpoint checks signatures.";

interface PartProps {
  readonly title: string;
  readonly line: string;
  readonly part: PartView;
}

function Part({ title, line, part }: PartProps) {
  const { headers, bytes } = part;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p class="line">
        <code>{line}</code>
      </p>
      <dl class="headers">
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {bytes > 0 && (
        <pre tabIndex={0} role="region" aria-label={`${title} body`} dir="ltr">
          {partText(part)}
        </pre>
      )}
    </section>
  );
}
