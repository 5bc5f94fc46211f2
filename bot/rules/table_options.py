"""Options of a pod: which the players agreed on, and whether their table has them (TAB-33)."""

from msgspec.structs import replace

from bot.rules.records import PodSetup
from bot.rules.refusals import raise_refusal
from bot.rules.seats import compute_minimum_players_for_influence_range, find_reason_for_minimum_player_count
from bot.rules.tables import (
    POD_OPTIONS,
    TABLES,
    OptionValue,
    PodOption,
    find_default_option_value,
    list_table_option_values,
)


def list_agreed_table_options(pod_setup: PodSetup) -> dict[PodOption, OptionValue]:
    """Return the options on which a pod's players agreed, with their values."""
    agreed = ((option, getattr(pod_setup.options, option)) for option in POD_OPTIONS)
    return {option: value for option, value in agreed if value is not None}


def list_nondefault_table_options(pod_setup: PodSetup) -> dict[PodOption, OptionValue]:
    """Return the agreed options whose values are not usual at the pod's table."""
    table = TABLES[pod_setup.table]
    return {
        option: value
        for option, value in list_agreed_table_options(pod_setup).items()
        if value != find_default_option_value(table, option)
    }


def set_default_turn_option(pod_setup: PodSetup) -> PodSetup:
    """Return the setup with the table's usual option for shared or own turns, unless players agreed on another one.

    Without this agreement, each player takes their own turn, as in pods from before the option (TAB-D6).
    """
    usual = next(iter(TABLES[pod_setup.table].turn_owners), None)
    if usual is None or pod_setup.options.turn_of is not None:
        return pod_setup
    return replace(pod_setup, options=replace(pod_setup.options, turn_of=usual))


def find_table_option_value(pod_setup: PodSetup, pod_option: PodOption) -> OptionValue | None:
    """Return an option's value in this pod; None if its table does not have the option."""
    agreed: OptionValue | None = getattr(pod_setup.options, pod_option)
    if agreed is not None:
        return agreed
    usual = find_default_option_value(TABLES[pod_setup.table], pod_option)
    return "player" if pod_option == "turn_of" and usual is not None else usual


def set_table_option(setup: PodSetup, option: PodOption, value_name: str) -> PodSetup:
    """Return the setup with an option set to the value of this name; the table's usual value is stored as None."""
    value = parse_option_value(setup, option, value_name)
    if option != "turn_of" and value == find_default_option_value(TABLES[setup.table], option):
        value = None
    return replace(setup, options=replace(setup.options, **{option: value}))


def list_table_option_value_names(pod_setup: PodSetup, pod_option: PodOption) -> list[str]:
    """Return the names of an option's values at the pod's table, the usual one first; empty without the option."""
    return [get_option_value_name(value) for value in _list_allowed_option_values(pod_setup, pod_option)]


def is_range_of_influence_too_wide(pod_setup: PodSetup, player_count: int) -> bool:
    """Return True if only a pod's range of influence needs more players than there are."""
    asks_for_most = find_reason_for_minimum_player_count(pod_setup) == "range"
    return asks_for_most and compute_minimum_players_for_influence_range(pod_setup) > player_count


def validate_pod_options_for_table(pod_setup: PodSetup) -> None:
    """Raise `Refusal` if an agreed option has a value that the pod's table does not allow."""
    for option, value in list_agreed_table_options(pod_setup).items():
        if _is_option_value_allowed(pod_setup, option, value):
            continue
        values = tuple(map(get_option_value_name, _list_allowed_option_values(pod_setup, option)))
        if not values:
            raise_refusal("table-no-option", option, table=pod_setup.table, pod_option=option)
        raise_refusal("table-option", option, table=pod_setup.table, pod_option=option, option_values=(option, *values))


def get_option_value_name(option_value: OptionValue) -> str:
    """Return the name of an option's value in menus and catalogues, such as `left`, `2` or `yes`."""
    if isinstance(option_value, bool):
        return "yes" if option_value else "no"
    return str(option_value)


def parse_option_value(pod_setup: PodSetup, pod_option: PodOption, value_name: str) -> OptionValue | None:
    """Return an option's value by its name; None if the pod's table has no value of this name."""
    return next(
        (
            value
            for value in _list_allowed_option_values(pod_setup, pod_option)
            if get_option_value_name(value) == value_name
        ),
        None,
    )


def _is_option_value_allowed(pod_setup: PodSetup, pod_option: PodOption, value: OptionValue) -> bool:
    return value in _list_allowed_option_values(pod_setup, pod_option)


def _list_allowed_option_values(pod_setup: PodSetup, pod_option: PodOption) -> tuple[OptionValue, ...]:
    table = TABLES[pod_setup.table]
    return list_table_option_values(table, pod_option, pod_setup.size or table.most)
