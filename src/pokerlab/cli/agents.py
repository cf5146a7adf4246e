"""`pokerlab agents`: who can play."""

from pokerlab.cli.terminal import JsonOption, print_json, print_table


def agents(json: JsonOption = False) -> None:
    """List the agents: their names, what they are, and what they take.

    A name is followed by its values: strategy:leduc.strategy, or process:strategy:leduc.strategy in a process of its
    own. Open agents tell the chance of every action for every hand; judges and exact matches need that.

    \b
    Example:
      pokerlab agents
    """
    from pokerlab.agents.registry import agent_facts

    found = agent_facts()
    if json:
        print_json("pokerlab/agents/1", agents=[vars(fact) for fact in found])
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in ("agent", "open", "remembers", "what it is"):
        table.add_column(column, no_wrap=column != "what it is")
    for fact in found:
        values = ",".join(
            f"{key.upper()}" if value is None else f"{key}={value}" for key, value in fact.parameters.items()
        )
        name = f"{fact.name}:{values}" if values else fact.name
        table.add_row(name, "yes" if fact.is_open else "", "" if fact.memory == "none" else fact.memory, fact.what)
    print_table(table)
