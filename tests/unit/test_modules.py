"""The modules of the package as a graph of imports; which room may know which is in .importlinter."""

from graphlib import TopologicalSorter

from grimp import build_graph


def test_no_module_imports_itself_by_way_of_others():
    graph = build_graph("lowwater", exclude_type_checking_imports=True, cache_dir=None)
    order = TopologicalSorter({module: graph.find_modules_directly_imported_by(module) for module in graph.modules})
    assert graph.modules == set(order.static_order())  # CycleError names the modules of a cycle
