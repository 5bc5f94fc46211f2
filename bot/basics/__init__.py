"""Small tools that many rooms share: typed values, links, similar names, caches, deadlines and reconcilers."""
