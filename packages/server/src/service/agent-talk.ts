import { Exchanges, type ExchangesOptions } from "../exchange/exchanges.ts";
import { Policies } from "../exchange/policies.ts";
import { agentsList } from "../polylog-tools/agents-list.ts";
import { agentsMessage } from "../polylog-tools/agents-message.ts";
import { agentsStatus } from "../polylog-tools/agents-status.ts";
import { ToolAsks } from "../polylog-tools/ask-user.ts";
import { finalizeTask } from "../polylog-tools/finalize-task.ts";
import { PolylogTools } from "../polylog-tools/polylog-tools.ts";
import { sessionsSearch } from "../polylog-tools/sessions-search.ts";
import { ToolAddresses } from "../polylog-tools/tool-addresses.ts";
import type { AgentDirectory } from "../sessions/session-service.ts";

export interface AgentTalkOptions extends Omit<ExchangesOptions, "policies"> {
  readonly agents: AgentDirectory;
}

/** What agents can do beside their own tools: write to each other, ask the person, look into earlier sessions. */
export class AgentTalk {
  readonly policies: Policies;
  readonly exchanges: Exchanges;
  readonly addresses = new ToolAddresses();
  readonly asks: ToolAsks;
  readonly tools: PolylogTools;

  constructor(options: AgentTalkOptions) {
    const { store, actors, watchers, newId, agents } = options;
    this.policies = new Policies(store);
    this.exchanges = new Exchanges({ ...options, policies: this.policies });
    this.asks = new ToolAsks(watchers, newId);
    const { policies, exchanges } = this;
    this.tools = new PolylogTools(
      [
        agentsList({ policies, actors, agents: (projectRoot) => agents.list(projectRoot) }),
        agentsMessage(exchanges),
        agentsStatus(exchanges, actors),
        this.asks.tool(),
        sessionsSearch(store),
        finalizeTask(),
      ],
      this.addresses,
    );
  }
}
